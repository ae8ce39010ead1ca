import { expect, test } from 'vitest';
import { outlineOf } from './outlineOf.ts';

const SAMPLE = `# A package.
{ lib, stdenv, fetchurl, pkgs ? import <nixpkgs> { }, ... }@args:

let
  inherit (lib) mkIf mkOption;
  version = "1.0";
  # Doubles.
  double = x: x * 2;
  helper = { name, value ? 1 }: stdenv.mkDerivation {
    inherit name;
  };
in
stdenv.mkDerivation rec {
  pname = "hello";
  src = fetchurl { url = "https://x/\${pname}"; sha256 = "0"; };
  buildInputs = with pkgs; [ zlib openssl ];
  passthru.tests = { simple = callPackage ./tests.nix { }; };
  imports = [ ./hardware.nix ../common.nix ];
  options.services.foo.enable = lib.mkEnableOption "foo";
  config = mkIf cfg.enable {
    services.foo = { enable = true; };
  };
  buildPhase = ''
    make \${toString (double 2)}
  '';
}
`;

test('definitions and references', async () => {
  expect(await outlineOf('nix', SAMPLE)).toMatchInlineSnapshot(`
    "
    6-6 constant version | version = "1.0"
    7-8 function double | double = x | "Doubles."
    9-11 function helper | helper = { name, value ? 1 }
    14-14 constant pname | pname = "hello"
    15-15 constant src | src = fetchurl { url = "https://x/\${pname}"; sha256 = "0"; }
    16-16 constant buildInputs | buildInputs = with pkgs; [zlib openssl]
    17-17 constant passthru.tests | passthru.tests = { simple = callPackage ./tests.nix { }; }
    18-18 constant imports | imports = [./hardware.nix ../common.nix]
    19-19 constant options.services.foo.enable | options.services.foo.enable = lib.mkEnableOption "foo"
    20-22 constant config | config = mkIf cfg.enable
      21-21 object config.services.foo | services.foo = { enable = true; }
    23-25 constant buildPhase | buildPhase = ''
    5: import mkIf of lib, import mkOption of lib
    9: call mkDerivation of stdenv
    13: call mkDerivation of stdenv
    15: call fetchurl
    17: call callPackage, import tests of ./tests.nix
    18: import hardware of ./hardware.nix, import common of ../common.nix
    19: call mkEnableOption of lib
    20: call mkIf
    24: call toString, call double
    "
  `);
});

test('a set without a function around', async () => {
  expect(
    await outlineOf(
      'nix',
      `{
  # Greets.
  hello = name: "hi \${name}";
  services.nginx = {
    enable = true;
  };
}
`,
    ),
  ).toMatchInlineSnapshot(`
    "
    2-3 function hello | hello = name | "Greets."
    4-6 constant services.nginx | services.nginx =
    "
  `);
});
