import { expect, test } from 'vitest';
import { definedIn, outlineOf } from './outlineOf.ts';

const SAMPLE = String.raw`#!/usr/bin/env bash
# Deploys the app.
set -euo pipefail

source "$(dirname "$0")/lib/common.sh"
. ./env.sh

readonly MAX_TRIES=3
export APP_HOME=/srv/app
declare -A LEVELS=([low]=1)
name=x

# Prints a message
# in red.
shout() {
  local msg="$1"
  printf '%s\n' "$msg"
}

function deploy::run {
  shout "deploying"
  if retry 3 upload_files "$APP_HOME"; then
    log_info ok | tee out.log
  fi
}

function both() { :; }

alias gs='git status'

@test "it deploys" {
  run deploy::run
  [ "$status" -eq 0 ]
}

deploy::run "$@"
`;

test('Bash: definitions, documentation and references', async () => {
  expect(await outlineOf('bash', SAMPLE)).toMatchInlineSnapshot(`
    "
    8-8 constant MAX_TRIES | readonly MAX_TRIES=3
    9-9 constant APP_HOME | export APP_HOME=/srv/app
    10-10 constant LEVELS | declare -A LEVELS=([low]=1)
    11-11 constant name | name=x
    13-18 function shout | shout() | "Prints a message\\nin red."
    20-25 function deploy::run | function deploy::run
    27-27 function both | function both()
    29-29 constant gs | alias gs='git status'
    31-34 function (it deploys) | @test "it deploys"
    5: import common of $(dirname "$0")/lib/common.sh, call dirname
    6: import env of ./env.sh
    21: call shout
    22: call retry
    23: call log_info, call tee
    32: call run, call deploy::run
    36: call deploy::run
    "
  `);
});

test('neither locals nor the titles of tests are definitions', async () => {
  const names = await definedIn('bash', SAMPLE);
  expect(names).not.toContain('msg');
  expect(names).not.toContain('it deploys');
});
