// Says where LanceDB's binaries are found: they are dependencies of this package, and no other one may see them.
globalThis[Symbol.for('cora-index')] = import.meta.url;
