"""What is never trained on: the repositories of the benchmarks that Cora is measured with, near relatives of them, and in every
repository the paths that are somebody else's or a machine's. Tests are told apart here too."""

import re

_NAMES = '''
aio-libs/aiohttp tiangolo/fastapi fastapi/fastapi pallets/flask encode/httpx psf/requests encode/starlette pydantic/pydantic pydantic/pydantic-core pallets/click
minishlab/model2vec expressjs/express axios/axios reduxjs/redux gin-gonic/gin spf13/cobra go-chi/chi google/gson apache/commons-lang
apache/commons-text fasterxml/jackson-databind guzzle/guzzle seldaek/monolog laravel/framework laravel/laravel sinatra/sinatra rack/rack rails/rails
tokio-rs/tokio tokio-rs/axum serde-rs/serde trpc/trpc colinhacks/zod vitest-dev/vitest messagepack-csharp/messagepack-csharp neuecc/messagepack-csharp
jamesnk/newtonsoft.json dapperlib/dapper stackexchange/dapper ktorio/ktor kotlin/kotlinx.coroutines jetbrains/exposed typelevel/cats circe/circe
http4s/http4s alamofire/alamofire vapor/vapor reactivex/rxswift snapkit/snapkit elixir-plug/plug elixir-ecto/ecto elixir-lang/plug
phoenixframework/phoenix abseil/abseil-cpp fmtlib/fmt nlohmann/json curl/curl redis/redis libuv/libuv bats-core/bats-core sstephenson/bats
nvm-sh/nvm bash-it/bash-it haskell/aeson jgm/pandoc xmonad/xmonad nvim-telescope/telescope.nvim folke/lazy.nvim echasnovski/mini.nvim
nvim-mini/mini.nvim neovim/nvim-lspconfig ziglang/zig alexrp/zig zigtools/zls hejsil/zig-clap muvon/octocode
composer/composer eslint/eslint gohugoio/hugo quartznet/quartznet scrapy/scrapy jun-jie-huang/coclr
etcd-io/etcd caddyserver/caddy spring-projects/spring-framework
google/benchmark helix-editor/helix koreader/koreader paperless-ngx/paperless-ngx
celery/celery netty/netty vuejs/core networkx/networkx typeorm/typeorm sympy/sympy pytest-dev/pytest catchorg/catch2 simdjson/simdjson
mwaskom/seaborn pydata/xarray pylint-dev/pylint pycqa/pylint astropy/astropy django/django matplotlib/matplotlib
scikit-learn/scikit-learn sphinx-doc/sphinx yhirose/cpp-httplib encode/uvicorn honojs/hono mochajs/mocha labstack/echo hyperium/hyper
jhy/jsoup puma/puma friendsofphp/php-cs-fixer php-cs-fixer/php-cs-fixer neomutt/neomutt drogonframework/drogon an-tao/drogon
jellyfin/jellyfin detekt/detekt arturbosch/detekt ash-project/ash mui/material-ui mui-org/material-ui sveltejs/svelte
huggingface/transformers ansible/ansible internetarchive/openlibrary nodebb/nodebb fasterxml/jackson-core tokio-rs/tracing iamkun/dayjs
facebook/zstd valkey-io/valkey jqlang/jq stedolan/jq clap-rs/clap rayon-rs/rayon keras-team/keras
'''
# Issues in many languages come from these (Multi-SWE-bench, SWE-bench Multilingual, SWE-PolyBench), under old and new owners.
_MULTILINGUAL = '''
alibaba/fastjson2 elastic/logstash googlecontainertools/jib mockito/mockito apache/dubbo darkreader/darkreader ant-design/ant-design
anuraghazra/github-readme-stats kong/insomnia cli/cli grpc/grpc-go zeromicro/go-zero burntsushi/ripgrep nushell/nushell sharkdp/bat
sharkdp/fd tokio-rs/bytes ponylang/ponyc micropython/micropython hashicorp/terraform prometheus/prometheus apache/druid apache/lucene
javaparser/javaparser projectlombok/lombok reactivex/rxjava babel/babel facebook/docusaurus immutable-js/immutable-js mrdoob/three.js
preactjs/preact briannesbitt/carbon phpoffice/phpspreadsheet phpstan/phpstan-src fastlane/fastlane faker-ruby/faker fluent/fluentd
jekyll/jekyll jordansissel/fpm rubocop/rubocop astral-sh/ruff uutils/coreutils apache/rocketmq thingsboard/thingsboard trinodb/trino
apolloconfig/apollo keycloak/keycloak angular/angular microsoft/vscode tailwindlabs/tailwindcss coder/code-server prettier/prettier
serverless/serverless yt-dlp/yt-dlp significant-gravitas/autogpt bitcoin/bitcoin tal-tech/go-zero alibaba/dubbo druid-io/druid
rzwitserloot/lombok facebook/immutable-js carbonphp/carbon getinsomnia/insomnia charliermarsh/ruff ctripcorp/apollo prestosql/trino
cdr/code-server bbatsov/rubocop rubocop-hq/rubocop tailwindcss/tailwindcss jlongster/prettier developit/preact
facebookexperimental/docusaurus torantulino/auto-gpt significant-gravitas/auto-gpt
'''
_OWNERS = frozenset(['langchain-ai', 'remix-run'])
# questions.py mines from these what Cora is measured with
_MINED = frozenset('''
tanstack/query typescript-eslint/typescript-eslint remix-run/react-router pallets/jinja statelyai/xstate go-kit/kit square/retrofit
hyperium/tonic rspec/rspec-core restsharp/restsharp thephpleague/flysystem crossbeam-rs/crossbeam fastify/fastify gorilla/mux
lostisland/faraday serilog/serilog sindresorhus/got square/moshi tornadoweb/tornado urllib3/urllib3
'''.split())

_EXCLUDED = frozenset((_NAMES + _MULTILINGUAL).split())


def is_excluded(name):
    """@param name OWNER/NAME, in any case"""
    return is_measured_with(name) or name.lower() in _MINED


def is_measured_with(name):
    """True where others, or issues that others collected, say what is right."""
    name = name.lower()
    return name not in _MINED and (name in _EXCLUDED or name.split('/')[0] in _OWNERS)


# parts of other repositories that a benchmark repository shares: Composer's tests and code follow Symfony's console closely
FORBIDDEN_PATHS = re.compile(r'symfony\+symfony/src/Symfony/Component/Console/')

SKIPPED_PATH = re.compile(
    r'(^|/)(vendor|vendored|third[-_]?party|node_modules|external|extern|deps|dist|build|generated|gen|fixtures?|testdata|test-data|'
    r'__snapshots__|snapshots|baselines|i18n|locales?|translations?|migrations|samples?-data)/|\.min\.|[._-]generated\.|\.pb\.|_pb2|\.g\.|zz_generated',
    re.I,
)
TEST_PATH = re.compile(r'(^|/)(tests?|specs?|__tests__|testing|e2e)/|[._-](test|spec)s?\.|_test\.|Tests?\.\w+$', re.I)
