/** The options of `cora mcp` and `cora serve`: a part of options.ts. */
export declare const SERVER_OPTIONS: {
    readonly write: {
        readonly type: 'boolean';
        readonly help: 'offer the tool index, and build a missing index in the background';
    };
    readonly http: {
        readonly type: 'boolean';
        readonly help: 'answer on HTTP instead of standard input and output';
    };
    readonly bind: {
        readonly type: 'string';
        readonly aliases: readonly ["host"];
        readonly value: 'ADDRESS';
        readonly help: 'where a server answers on HTTP (default: 127.0.0.1; any other needs a token)';
    };
    readonly port: {
        readonly type: 'number';
        readonly value: 'N';
        readonly min: 0;
        readonly help: 'on which port (default: serve 8643, mcp --http 8642; 0: any)';
    };
    readonly token: {
        readonly type: 'string';
        readonly value: 'TEXT';
        readonly setting: true;
        readonly trusted: {
            readonly pattern: RegExp;
            readonly otherwise: 'no token: set CORA_TOKEN';
        };
        readonly help: 'what clients of HTTP send as "Authorization: Bearer TEXT" (better as CORA_TOKEN)';
    };
    readonly open: {
        readonly type: 'boolean';
        readonly help: 'open the page in the browser';
    };
    readonly describe: {
        readonly type: 'string';
        readonly value: 'FILE';
        readonly setting: true;
        readonly trusted: {
            readonly pattern: RegExp;
            readonly otherwise: 'no file: what an agent is told of its tools is your own choice: --describe';
        };
        readonly help: 'other descriptions of the tools, as JSON: {"search": {"description": "…"}}';
    };
};
