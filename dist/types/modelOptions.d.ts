/** The options of language models, for `cora ask` and `cora index --commentary`: a part of options.ts. */
export declare const MODEL_OPTIONS: {
    readonly commentary: {
        readonly type: 'string';
        readonly value: 'MODEL';
        readonly setting: true;
        readonly trusted: {
            readonly pattern: RegExp;
            readonly otherwise: 'none; a language model is your own choice: --commentary or CORA_COMMENTARY';
        };
        readonly default: 'none';
        readonly help: 'have a language model describe the chunks that are new: ollama:MODEL, openai:MODEL, codex[:MODEL]; none: do not';
    };
    readonly 'commentary-limit': {
        readonly type: 'number';
        readonly value: 'N';
        readonly setting: true;
        readonly min: 0;
        readonly default: 1000;
        readonly help: 'with --commentary: chunks of one run at most';
    };
    readonly 'commentary-tokens': {
        readonly type: 'number';
        readonly value: 'N';
        readonly setting: true;
        readonly min: 0;
        readonly default: 1000000;
        readonly help: 'with --commentary: tokens of one run at most, questions and answers';
    };
    readonly 'commentary-rate': {
        readonly type: 'number';
        readonly value: 'N';
        readonly setting: true;
        readonly min: 0;
        readonly help: 'with --commentary: questions in a minute at most (0: any number; default: 60, on this machine 0)';
    };
    readonly model: {
        readonly type: 'string';
        readonly value: 'MODEL';
        readonly setting: true;
        readonly trusted: {
            readonly pattern: RegExp;
            readonly otherwise: 'none; a language model is your own choice: --model or CORA_MODEL';
        };
        readonly default: 'none';
        readonly help: 'the language model that answers: ollama:MODEL, openai:MODEL, codex[:MODEL]; none: show the sources alone';
    };
    readonly 'answer-tokens': {
        readonly type: 'number';
        readonly value: 'N';
        readonly setting: true;
        readonly min: 1;
        readonly default: 2000;
        readonly help: 'tokens of the answer at most';
    };
    readonly temperature: {
        readonly type: 'share';
        readonly value: 'N';
        readonly setting: true;
        readonly default: 0.1;
        readonly help: 'how freely the model words its answer, 0 to 1';
    };
};
