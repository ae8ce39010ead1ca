/** The options of `cora repos`, `cora sync` and `cora query --repo`: a part of options.ts. */
export declare const FLEET_OPTIONS: {
    readonly repo: {
        readonly type: 'list';
        readonly value: 'NAME';
        readonly default: readonly [];
        readonly help: 'search the repositories of cora repos whose name holds this (several; "*" for all)';
    };
    readonly name: {
        readonly type: 'string';
        readonly value: 'NAME';
        readonly help: 'how answers call it (default: from the address, HOST/ORG/NAME)';
    };
    readonly branch: {
        readonly type: 'string';
        readonly value: 'NAME';
        readonly help: 'this branch instead of the default one';
    };
    readonly source: {
        readonly type: 'string';
        readonly value: 'SOURCE';
        readonly help: 'where its published index is pulled from, as for cora pull (default: the release of its address on GitHub)';
    };
    readonly 'repos-urls': {
        readonly type: 'list';
        readonly value: 'URL';
        readonly setting: true;
        readonly trusted: {
            readonly pattern: RegExp;
            readonly otherwise: 'no addresses: set CORA_REPOS_URLS, or use the file in ~/.cora';
        };
        readonly default: readonly [];
        readonly help: 'repositories that cora sync keeps, beside those of cora repos add';
    };
    readonly 'repos-base-dir': {
        readonly type: 'string';
        readonly value: 'DIR';
        readonly setting: true;
        readonly trusted: {
            readonly pattern: RegExp;
            readonly otherwise: 'no directory: set CORA_HOME';
        };
        readonly help: 'where clones and their indexes are kept (default: CORA_HOME, else ~/.cora)';
    };
    readonly 'repos-sync-interval': {
        readonly type: 'number';
        readonly value: 'SECONDS';
        readonly setting: true;
        readonly min: 0;
        readonly default: 900;
        readonly help: 'a repository that was asked less long ago is not asked again (--force, or a name: it is)';
    };
    readonly 'repos-sync-timeout': {
        readonly type: 'number';
        readonly value: 'SECONDS';
        readonly setting: true;
        readonly min: 1;
        readonly default: 60;
        readonly help: 'how long to wait for another process that syncs, and for a server that says nothing';
    };
    readonly 'repos-max-file-size': {
        readonly type: 'number';
        readonly value: 'BYTES';
        readonly setting: true;
        readonly min: 1;
        readonly help: 'leave out larger files of clones (default: as max-file-size)';
    };
    readonly 'repos-max-results': {
        readonly type: 'number';
        readonly value: 'N';
        readonly setting: true;
        readonly min: 1;
        readonly default: 20;
        readonly help: 'how many results of several repositories, without -k';
    };
};
