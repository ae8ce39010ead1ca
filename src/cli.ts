/**
 * `cora` and `cora-query`. The program is runCli.ts. It is loaded from here, so that what cannot
 * even be loaded is said in one line: a Node that is too old to read the rest, a process that may
 * not open its files (which is why errors.ts is loaded before).
 */

// Past a limit on the size of files (ulimit -f) a write fails with EFBIG, as on a full disk: by
// itself the signal ends the process.
process.on('SIGXFSZ', () => undefined);

const LEAST = 20;
const version = process.versions.node;

if (Number.parseInt(version, 10) < LEAST) {
  process.stderr.write(`cora: Cora needs Node ${LEAST} or newer, and this is ${version}.\n`);
  process.exitCode = 2;
} else {
  import('./base/errors.ts').then(({ systemFailure }) =>
    import('./cli/runCli.ts').catch((error: unknown) => {
      const known = systemFailure(error);
      if (known === null) throw error;
      process.stderr.write(`cora: ${known.message}\n  ${known.hint}\n`);
      process.exitCode = known.exitCode;
    }),
  );
}

export {};
