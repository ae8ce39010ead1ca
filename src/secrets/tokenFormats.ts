/**
 * Tokens that say what they are: a prefix that their issuer chose and a body of known length. A row is an id, what it is, how it
 * begins, and its whole form; where the form has a group, only that is the secret. Forms are tried where the prefix stands, and
 * every repetition has an upper bound, so that looking costs no more than the text is long.
 */

import { isFiller } from './isRandom.ts';
import type { SecretRule } from './secretRule.ts';

type Row = readonly [id: string, what: string, prefixes: string, form: string, before?: number];

/** No letter or digit stands before it: it is not the end of something longer. */
const START = '(?<![A-Za-z0-9])';

const FORMATS: readonly Row[] = [
  ['aws-access-key', 'AWS access key id', 'AKIA ASIA ABIA ACCA', '(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Z0-9])'],
  [
    'aws-mws-key',
    'Amazon MWS token',
    'amzn.mws.',
    'amzn\\.mws\\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
  ],
  ['google-api-key', 'Google API key', 'AIza', 'AIza[\\w-]{35}(?![\\w-])'],
  ['google-oauth', 'Google OAuth client secret', 'GOCSPX-', 'GOCSPX-[\\w-]{28}'],
  ['google-oauth', 'Google OAuth access token', 'ya29.', 'ya29\\.[\\w-]{30,400}'],
  ['google-oauth', 'Google OAuth refresh token', '1//0', '1//0[\\w-]{40,200}'],
  ['azure-key', 'Azure storage account key', 'AccountKey=', 'AccountKey=([A-Za-z0-9+/]{86}==)'],
  ['azure-key', 'Azure shared access key', 'SharedAccessKey=', 'SharedAccessKey=([A-Za-z0-9+/]{43}=)'],
  ['azure-sas', 'Azure shared access signature', 'sig=', 'sig=((?:[A-Za-z0-9]|%2[BbFf]|[+/]){38,80}(?:%3[Dd]|=))'],
  ['azure-client-secret', 'Azure client secret', '7Q~ 8Q~ 9Q~', '[\\w.~-]{3}[789]Q~[\\w.~-]{31,34}', 3],
  ['github-token', 'GitHub token', 'ghp_ gho_ ghu_ ghs_ ghr_', 'gh[pousr]_[A-Za-z0-9]{36,255}'],
  ['github-token', 'GitHub fine-grained token', 'github_pat_', 'github_pat_\\w{50,255}'],
  [
    'gitlab-token',
    'GitLab token',
    'glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- glsoat- gloas-',
    'gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat|oas)-[\\w.-]{20,255}',
  ],
  ['gitlab-token', 'GitLab runner registration token', 'GR1348941', 'GR1348941[\\w-]{20,50}'],
  ['atlassian-token', 'Bitbucket app password', 'ATBB', 'ATBB[A-Za-z0-9]{28,40}'],
  ['atlassian-token', 'Atlassian token', 'ATATT3 ATCTT3', 'AT[AC]TT3[\\w=.-]{60,300}'],
  [
    'slack-token',
    'Slack token',
    'xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xoxe.',
    'xox[abeoprs][.-](?:xox[bp]-)?(?=[A-Za-z-]{0,80}[0-9])[\\w-]{20,255}',
  ],
  ['slack-token', 'Slack app token', 'xapp-', 'xapp-\\d-[A-Z0-9]{5,20}-\\d{5,20}-[0-9a-f]{40,80}'],
  [
    'slack-webhook',
    'Slack webhook',
    'hooks.slack.com/',
    'hooks\\.slack\\.com/(?:services|workflows|triggers)/([\\w/]{20,100})',
  ],
  [
    'stripe-key',
    'Stripe key',
    'sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_',
    '[sr]k_(?:live|test|prod)_([A-Za-z0-9]{16,250})',
  ],
  ['stripe-key', 'Stripe webhook secret', 'whsec_', 'whsec_[A-Za-z0-9+/=]{32,80}'],
  [
    'twilio-key',
    'Twilio API key',
    'SK0 SK1 SK2 SK3 SK4 SK5 SK6 SK7 SK8 SK9 SKa SKb SKc SKd SKe SKf',
    'SK[0-9a-f]{32}(?![0-9a-f])',
  ],
  ['sendgrid-key', 'SendGrid key', 'SG.', 'SG\\.[\\w-]{16,32}\\.[\\w-]{16,64}'],
  ['mailgun-key', 'Mailgun key', 'key-', 'key-[0-9a-f]{32}(?![0-9a-f])'],
  ['mailchimp-key', 'Mailchimp key', '-us', '[0-9a-f]{32}-us[0-9]{1,2}(?![0-9a-z])', 32],
  ['brevo-key', 'Brevo key', 'xkeysib-', 'xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}'],
  ['npm-token', 'npm token', 'npm_', 'npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])'],
  ['pypi-token', 'PyPI token', 'pypi-AgE', 'pypi-AgE[\\w-]{50,300}'],
  ['rubygems-key', 'RubyGems key', 'rubygems_', 'rubygems_[0-9a-f]{48}'],
  ['crates-token', 'crates.io token', 'cio', 'cio[A-Za-z0-9]{32}(?![A-Za-z0-9])'],
  ['nuget-key', 'NuGet key', 'oy2', 'oy2[a-z0-9]{43}(?![a-z0-9])'],
  ['docker-token', 'Docker Hub token', 'dckr_pat_ dckr_oat_', 'dckr_[po]at_[\\w-]{27,60}'],
  ['clojars-token', 'Clojars token', 'CLOJARS_', 'CLOJARS_[0-9a-z]{60}'],
  ['openai-key', 'OpenAI key', 'sk-proj- sk-svcacct- sk-admin-', 'sk-(?:proj|svcacct|admin)-[\\w-]{40,255}'],
  [
    'openai-key',
    'OpenAI key, or of a service like it',
    'sk-',
    'sk-(?:or-v1-)?(?=[A-Za-z]{0,40}[0-9])[A-Za-z0-9]{32,128}(?![\\w-])',
  ],
  ['anthropic-key', 'Anthropic key', 'sk-ant-', 'sk-ant-[a-z0-9]{3,10}-[\\w-]{60,255}'],
  ['huggingface-token', 'Hugging Face token', 'hf_ api_org_', '(?:hf|api_org)_[A-Za-z0-9]{34,40}(?![A-Za-z0-9])'],
  ['replicate-token', 'Replicate token', 'r8_', 'r8_[A-Za-z0-9]{37}'],
  ['groq-key', 'Groq key', 'gsk_', 'gsk_[A-Za-z0-9]{48,56}'],
  ['xai-key', 'xAI key', 'xai-', 'xai-[A-Za-z0-9]{70,90}'],
  ['perplexity-key', 'Perplexity key', 'pplx-', 'pplx-[A-Za-z0-9]{40,64}'],
  ['langsmith-key', 'LangSmith key', 'lsv2_', 'lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}'],
  ['jwt', 'JSON Web Token', 'eyJ', 'eyJ[\\w-]{10,3000}\\.eyJ[\\w-]{10,6000}\\.[\\w-]{20,1500}'],
  ['telegram-token', 'Telegram bot token', ':AA', '(?<=(?<![0-9])[0-9]{8,10}):(AA[\\w-]{32,35})(?![\\w-])'],
  [
    'discord-token',
    'Discord webhook',
    'discord.com/api/webhooks/ discordapp.com/api/webhooks/',
    'discord(?:app)?\\.com/api/webhooks/[0-9]{16,20}/([\\w-]{60,80})',
  ],
  [
    'discord-token',
    'Discord bot token',
    '.login( .run( bot',
    '(?:\\.login\\(|\\.run\\(|bot)\\s{0,2}["\'`]?([MNO][A-Za-z0-9]{23,27}\\.[\\w-]{6,7}\\.[\\w-]{27,38})',
  ],
  ['shopify-token', 'Shopify token', 'shpat_ shpca_ shppa_ shpss_', 'shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}'],
  ['square-token', 'Square token', 'sq0atp- sq0csp- sq0idp-', 'sq0(?:atp|csp|idp)-[\\w-]{22,43}'],
  ['square-token', 'Square access token', 'EAAA', 'EAAA[\\w-]{60}(?![\\w-])'],
  ['digitalocean-token', 'DigitalOcean token', 'dop_v1_ doo_v1_ dor_v1_', 'do[opr]_v1_[0-9a-f]{64}'],
  ['heroku-key', 'Heroku key', 'HRKU-', 'HRKU-[\\w-]{30,80}'],
  ['vault-token', 'HashiCorp Vault token', 'hvs. hvb. hvr.', 'hv[sbr]\\.[\\w-]{24,300}'],
  ['terraform-token', 'Terraform Cloud token', '.atlasv1.', '[A-Za-z0-9]{14}\\.atlasv1\\.[\\w-]{60,80}', 14],
  ['newrelic-key', 'New Relic key', 'NRAK- NRII- NRJS- NRRA-', 'NR(?:AK|II|JS|RA)-[\\w-]{19,60}'],
  [
    'grafana-token',
    'Grafana token',
    'glsa_ glc_',
    'gl(?:sa_[A-Za-z0-9]{32}_[0-9a-f]{8}|c_[A-Za-z0-9+/]{32,400}={0,2})',
  ],
  ['sentry-token', 'Sentry token', 'sntrys_ sntryu_', 'sntry[su]_[A-Za-z0-9+/=_]{40,400}'],
  ['linear-key', 'Linear key', 'lin_api_', 'lin_api_[A-Za-z0-9]{40}'],
  ['notion-token', 'Notion token', 'ntn_', 'ntn_[A-Za-z0-9]{40,60}'],
  ['figma-token', 'Figma token', 'figd_', 'figd_[\\w-]{38,60}'],
  ['postman-key', 'Postman key', 'PMAK-', 'PMAK-[0-9a-f]{24}-[0-9a-f]{34}'],
  ['databricks-token', 'Databricks token', 'dapi', 'dapi[0-9a-f]{32}(?![0-9a-f])'],
  ['pulumi-token', 'Pulumi token', 'pul-', 'pul-[0-9a-f]{40}'],
  ['planetscale-token', 'PlanetScale password or token', 'pscale_', 'pscale_(?:pw|tkn|oauth)_[\\w.-]{32,64}'],
  [
    'doppler-token',
    'Doppler token',
    'dp.pt. dp.st. dp.ct. dp.sa.',
    'dp\\.(?:pt|st|ct|sa)\\.(?:[\\w-]{1,40}\\.)?[A-Za-z0-9]{40,44}',
  ],
  ['netlify-token', 'Netlify token', 'nfp_', 'nfp_[A-Za-z0-9]{36}'],
  ['supabase-key', 'Supabase key', 'sbp_ sb_secret_', 'sb(?:p_[0-9a-f]{40}|_secret_[\\w-]{30,50})'],
  ['fly-token', 'Fly.io token', 'fo1_ fm2_', 'f(?:o1_[\\w-]{43}|m2_[A-Za-z0-9+/=]{100,1500})'],
  ['buildkite-token', 'Buildkite token', 'bkua_', 'bkua_[0-9a-f]{40}'],
  ['circleci-token', 'CircleCI token', 'CCIPAT_ CCIPRJ_', 'CCIP(?:AT|RJ)_[A-Za-z0-9]{20,24}_[0-9a-f]{40}'],
  ['sonar-token', 'SonarQube token', 'squ_ sqp_ sqa_', 'sq[upa]_[0-9a-f]{40}'],
  ['artifactory-key', 'Artifactory key', 'AKCp', 'AKCp[A-Za-z0-9]{69}'],
  [
    'hubspot-token',
    'HubSpot token',
    'pat-na1- pat-eu1-',
    'pat-(?:na|eu)1-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
  ],
  ['tailscale-key', 'Tailscale key', 'tskey-', 'tskey-[a-z]{3,10}-[\\w-]{20,80}'],
  ['onepassword-token', '1Password service account token', 'ops_eyJ', 'ops_eyJ[A-Za-z0-9+/=]{200,3000}'],
  ['mapbox-token', 'Mapbox secret token', 'sk.eyJ', 'sk\\.eyJ[\\w-]{20,300}\\.[\\w-]{16,60}'],
  [
    'plaid-token',
    'Plaid access token',
    'access-sandbox- access-production-',
    'access-(?:sandbox|production)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
  ],
  ['alibaba-key', 'Alibaba Cloud access key id', 'LTAI', 'LTAI[A-Za-z0-9]{20}(?![A-Za-z0-9])'],
  ['age-key', 'age secret key', 'AGE-SECRET-KEY-1', 'AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}'],
];

export const TOKEN_RULES: readonly SecretRule[] = FORMATS.map(ruleOf);

function ruleOf([id, what, prefixes, form, before = 0]: Row): SecretRule {
  const keywords = prefixes.split(' ');
  const start = before > 0 || /^\w/.test(prefixes) ? START : '';
  const pattern = new RegExp(`${start}${form}`, 'dy');
  return {
    id,
    what,
    keywords,
    find: (text, at) => {
      if (at < before) return null;
      pattern.lastIndex = at - before;
      const found = pattern.exec(text);
      if (found === null) return null;
      const [start, end] = (found.indices![1] ?? found.indices![0])!;
      return isWrittenBy(text.slice(start, end)) ? null : [{ start, end }];
    },
  };
}

/** The prefix may hold a word of its own; the example of jwt.io is in many a test. */
function isWrittenBy(value: string): boolean {
  const body = value.replace(
    /^[A-Za-z0-9]{2,8}[._-](?:(?:test|live|prod|secret|sandbox|production|admin|proj)[_-])?/i,
    '',
  );
  return isFiller(body) || value.endsWith('.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c');
}
