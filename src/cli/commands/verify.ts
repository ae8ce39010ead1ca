/** cora verify */

import { EXIT } from '../../base/errors.ts';
import { counted, size, visible } from '../../base/renderText.ts';
import { type CommandContext, printJson } from '../../settings/commandContext.ts';
import { attestationSettings } from '../../settings/requests.ts';
import { type VerifyReport, verifyArtifact } from '../../share/verifyArtifact.ts';
import { shortCommit } from '../../view/renderFreshness.ts';
import { renderAttested } from './pull.ts';

export async function runVerify({ words, options, surroundings, stdout }: CommandContext): Promise<number> {
  const attestation = attestationSettings(options);
  const report = await verifyArtifact(words[0]!, attestation === null ? null : { ...surroundings, attestation });
  if (options.json === true) printJson(stdout, report);
  else if (options.quiet !== true || !report.ok) stdout.write(render(report));
  return report.ok ? EXIT.ok : EXIT.finding;
}

function render({ file, sha256, ok, problem, manifest, attested, ...report }: VerifyReport): string {
  if (!ok || manifest === null) return `${visible(problem ?? `${file} has no manifest`)}\n`;
  const { commit, counts, embedder, repository, text, digest } = manifest;
  return [
    `${visible(file)} is whole: ${counted(counts.files, 'file')}, ${counted(counts.chunks, 'chunk')}, ${size(report.size)}${text ? '' : ', without text'}`,
    `  commit    ${shortCommit(commit)}${repository === '' ? '' : ` of ${visible(repository)}`}`,
    `  embedder  ${visible(embedder.id)}`,
    `  digest    ${digest}`,
    `  sha256    ${sha256}`,
    ...(attested === undefined ? [] : [`  ${renderAttested(attested).trimEnd()}`]),
    '',
  ].join('\n');
}
