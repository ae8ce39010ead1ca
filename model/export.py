"""From checkpoints to builtin.bin, and the goldens that hold src/embed/builtin.ts to the same vectors."""

import json
import os

import numpy as np

from model import TF_WEIGHTS, Model, write_model

GOLDEN_TEXTS = [
    '', '(){};--', 'loss_mask', 'HTTPServer2 parseURL IDs x2Y __init__', 'find the user by e-mail address', 'größe 検索 naïve café', 'zxqvkwjj antidisestablishmentarian',
    'def parse_header(line):\n    name, value = line.split(":", 1)\n    return name.strip().lower(), value.strip()',
    'const retryDelayMs = Math.min(maxDelay, base * 2 ** attempt); // exponential back-off 12345 0x1f',
    'self ' * 100 + 'cache',
]


# Six bits of eight: the file stays as large, and packs to 4.8 MB instead of 6.3. Twice rounded, as the model that is shipped was first made with eight.
COARSER = 4


def export(args):
    """Rows to 6 bits with one scale per row, which both weights take over."""
    runs = [np.load(path) for path in args.checkpoint]
    data = runs[0]
    # averaging the end of a run (Izmailov et al. 2018) takes out what the rate still shakes
    table = np.mean([one['table'].astype(np.float64) for one in runs], axis=0)
    weights = np.exp(np.mean([np.log(one['weights'].astype(np.float64)) for one in runs], axis=0))
    scales = np.maximum(np.abs(table).max(axis=1), 1e-12) / 127
    rows = np.rint(np.rint(table / scales[:, None]) / COARSER).astype(np.int8)
    scales *= COARSER
    model = Model(str(data['words']).split('\n'), data['costs'].tolist(), rows, (weights[0] * scales).astype(np.float32), (weights[1] * scales).astype(np.float32), TF_WEIGHTS)
    write_model(args.out, model)
    print(rows.shape, os.path.getsize(args.out), 'bytes')
    if args.goldens:
        write_goldens(model, args.goldens)


def write_goldens(model, path):
    goldens = [
        {'text': text, 'kind': kind, 'tokens': model.tokens_of(text), 'vector': [round(float(x), 8) for x in model.embed(text, kind)[:: max(1, model.table.shape[1] // 32)]]}
        for text in GOLDEN_TEXTS for kind in ('document', 'query')
    ]
    with open(path, 'w') as file:
        file.write('[\n' + ',\n'.join(json.dumps(golden) for golden in goldens) + '\n]\n')
