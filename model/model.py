"""What training, export, evaluation and src/embed/builtin.ts agree on: words, pieces, weights and the file format of builtin.bin.

Words are what src/words.ts splits identifiers into, for the letters A to Z and digits; everything else separates. Numbers of up to four
digits count, longer ones and words of more than 24 letters are data. A word that is not in the vocabulary is split into the cheapest
pieces that are (see pieces_of).

builtin.bin, little-endian, in this order:
    8 bytes       'CORAEMB1'
    uint32 × 4    dimensions D, tokens N, entries of the table of term frequencies T, bytes of the vocabulary V (a multiple of 8 with its padding)
    8 bytes       the first of SHA-256 over all that follows: the model's name in fingerprints
    float64 × T   1 + ln tf for tf = 0 (never asked), 1, …; larger ones count as T - 1
    float32 × N   query weights, the row's scale folded in
    float32 × N   code weights, likewise
    uint16 × N    cost of a token as a piece, 1024ths of a nat (padded to a multiple of 8 bytes)
    V bytes       the tokens in order of their numbers, ASCII, each followed by a newline; spaces as padding
    int8 × N × D  rows
"""

import hashlib
import math
import re
import struct

import numpy as np

WORD = re.compile(r'[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+')
MAX_WORD = 24
MAX_DIGITS = 4
MIN_SPLIT = 3
MIN_PIECE = 2
SKIP_COST = 18 * 1024
TFS = 64
TF_WEIGHTS = [0.0] + [1 + math.log(n) for n in range(1, TFS)]
MAGIC = b'CORAEMB1'


def words_of(text):
    """Lower-case words in order."""
    return [word.lower() for word in WORD.findall(text) if len(word) <= MAX_WORD and (len(word) <= MAX_DIGITS or not word[0].isdigit())]


def pieces_of(word, ids, costs):
    """Token numbers of the cheapest way through an unknown word (Viterbi). A piece costs its share of all occurrences as bits of
    information do, a skipped letter more than any piece. Ties: the skip first, then the earliest start."""
    if len(word) < MIN_SPLIT:
        return []
    size = len(word)
    best = [0] + [1 << 30] * size
    back = [(0, -1)] * (size + 1)
    for end in range(1, size + 1):
        best[end] = best[end - 1] + SKIP_COST
        back[end] = (end - 1, -1)
        for start in range(0, end - MIN_PIECE + 1):
            token = ids.get(word[start:end])
            if token is not None and best[start] + costs[token] < best[end]:
                best[end] = best[start] + costs[token]
                back[end] = (start, token)
    out = []
    end = size
    while end > 0:
        end, token = back[end]
        if token >= 0:
            out.append(token)
    return out[::-1]


class Model:
    """A trained model as float64 arithmetic, in the order in which builtin.ts does it."""

    def __init__(self, words, costs, table, query_weights, code_weights, tf_weights):
        self.words, self.costs, self.table, self.tf_weights = words, costs, table, np.asarray(tf_weights)
        self.ids = {word: number for number, word in enumerate(words)}
        self.weights = {'query': query_weights.astype(np.float64), 'document': code_weights.astype(np.float64)}
        self.rows = None
        self.known = {}

    def tokens_of(self, text):
        out = []
        for word in words_of(text):
            tokens = self.known.get(word)
            if tokens is None:
                number = self.ids.get(word)
                tokens = [number] if number is not None else pieces_of(word, self.ids, self.costs)
                self.known[word] = tokens
            out += tokens
        return out

    def sum_of(self, text, kind):
        """The weighted sum before it is brought to unit length; tokens in order of first occurrence."""
        counts = {}
        for token in self.tokens_of(text):
            counts[token] = counts.get(token, 0) + 1
        if not counts:
            return np.zeros(self.table.shape[1])
        tokens = np.fromiter(counts, np.int64, len(counts))
        tf = np.minimum(np.fromiter(counts.values(), np.int64, len(counts)), len(self.tf_weights) - 1)
        return (self.tf_weights[tf] * self.weights[kind][tokens]) @ self.table[tokens].astype(np.float64)

    def embed(self, text, kind):
        total = self.sum_of(text, kind)
        length = math.sqrt(float(total @ total))
        return (total / length if length > 0 else total).astype(np.float32)


def write_model(path, model):
    size, dims = model.table.shape
    vocabulary = ''.join(word + '\n' for word in model.words).encode('ascii')
    vocabulary += b' ' * (-len(vocabulary) % 8)
    costs = np.asarray(model.costs, '<u2').tobytes()
    costs += b'\0' * (-len(costs) % 8)
    weights = b''.join(model.weights[kind].astype('<f4').tobytes() for kind in ('query', 'document'))
    body = np.asarray(model.tf_weights, '<f8').tobytes() + weights + costs + vocabulary + model.table.astype(np.int8).tobytes()
    with open(path, 'wb') as file:
        file.write(MAGIC + struct.pack('<4I', dims, size, len(model.tf_weights), len(vocabulary)) + hashlib.sha256(body).digest()[:8] + body)


def read_model(path):
    raw = open(path, 'rb').read()
    if raw[:8] != MAGIC:
        raise SystemExit(f'{path} is not a model of this format')
    dims, size, tfs, vocabulary = struct.unpack('<4I', raw[8:24])
    at = 32

    def take(kind, count):
        nonlocal at
        out = np.frombuffer(raw, kind, count, at)
        at += out.nbytes
        return out

    tf_weights = take('<f8', tfs)
    query, code, costs = take('<f4', size), take('<f4', size), take('<u2', size)
    at += -2 * size % 8
    words = take('u1', vocabulary).tobytes().decode('ascii').split('\n')[:size]
    return Model(words, [int(cost) for cost in costs], take('i1', size * dims).reshape(size, dims), query, code, tf_weights)
