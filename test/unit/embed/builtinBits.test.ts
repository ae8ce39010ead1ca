/**
 * The same bits on every machine and in every version of Node: one SHA-256 over the vectors of texts of many kinds. It changes
 * with the weights (whose digest stands beside it) and must not change otherwise; after a wanted change raise BUILTIN_VERSION
 * and run this file with -u.
 */

import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createBuiltinEmbedder } from '../../../src/embed/builtin.ts';
import { readBuiltinModel } from '../../../src/embed/createEmbedder.ts';

const CODE = [
  'def parse_header(line: str) -> tuple[str, str]:\n    name, _, value = line.partition(":")\n    return name.strip(), value.strip()',
  'class LRUCache:\n    """Forgets what was not asked for longest."""\n    def __init__(self, size=128): self._size = size',
  'export async function retry<T>(run: () => Promise<T>, times = 3): Promise<T> {\n  for (let at = 0; ; at++) {\n    try { return await run(); } catch (error) { if (at >= times) throw error; }\n  }\n}',
  'const isEmpty = (value) => value == null || Object.keys(value).length === 0;',
  'func (s *Server) ListenAndServe(ctx context.Context) error {\n\tln, err := net.Listen("tcp", s.Addr)\n\tif err != nil {\n\t\treturn fmt.Errorf("listen %s: %w", s.Addr, err)\n\t}\n\treturn s.Serve(ctx, ln)\n}',
  "impl<'a, T: Clone> Iterator for Windows<'a, T> {\n    type Item = &'a [T];\n    fn next(&mut self) -> Option<Self::Item> { None }\n}",
  'static int hash_insert(struct table *t, const char *key, uint32_t hash) {\n  size_t slot = hash & t->mask;\n  while (t->slots[slot].key != NULL) slot = (slot + 1) & t->mask;\n  return t->used++;\n}',
  'template <typename Key, class Compare = std::less<Key>>\nclass FlatSet final : private Compare { std::vector<Key> keys_; };',
  '#define CONTAINER_OF(ptr, type, member) ((type *)((char *)(ptr)-offsetof(type, member)))',
  'public final class UserRepositoryImpl implements UserRepository {\n  @Override public Optional<User> findByEMailAddress(String eMail) { return Optional.empty(); }\n}',
  'public async Task<IReadOnlyList<Order>> GetOrdersAsync(CancellationToken token = default) => await _db.Orders.ToListAsync(token);',
  'suspend fun <T> Flow<T>.firstOrNull(predicate: suspend (T) -> Boolean): T? = filter(predicate).take(1).singleOrNull()',
  'extension URLRequest {\n  mutating func setJSONBody<T: Encodable>(_ body: T) throws { httpBody = try JSONEncoder().encode(body) }\n}',
  'implicit class RichList[A](private val xs: List[A]) extends AnyVal { def indexOfMax(implicit ord: Ordering[A]): Int = 0 }',
  '<?php\nfinal class Mailer {\n    public function __construct(private readonly Transport $transport) {}\n}',
  'class Account < ApplicationRecord\n  has_many :invoices, dependent: :destroy\n  def overdue? = invoices.any?(&:overdue?)\nend',
  'defmodule Cart do\n  @spec total([item]) :: Decimal.t()\n  def total(items), do: Enum.reduce(items, 0, &add_price/2)\nend',
  'local function deep_copy(t)\n  if type(t) ~= "table" then return t end\n  local out = {}\n  for k, v in pairs(t) do out[k] = deep_copy(v) end\n  return out\nend',
  'mapMaybe :: (a -> Maybe b) -> [a] -> [b]\nmapMaybe f = foldr (\\x acc -> maybe acc (: acc) (f x)) []',
  'let rec insert cmp x = function\n  | [] -> [ x ]\n  | y :: ys -> if cmp x y < 0 then x :: y :: ys else y :: insert cmp x ys',
  'pub fn readAll(self: *Reader, allocator: std.mem.Allocator) ![]u8 { return self.inner.readAllAlloc(allocator, max_size); }',
  'backup() {\n  local dir="${1:?directory}"\n  tar -czf "$dir-$(date +%Y%m%d).tgz" -- "$dir" || return 1\n}',
  'SELECT u.id, COUNT(*) AS orders FROM users u LEFT JOIN orders o ON o.user_id = u.id GROUP BY u.id HAVING COUNT(*) > 10;',
  'contract Vault { mapping(address => uint256) public balanceOf; function withdraw(uint256 amount) external {} }',
  '(defn group-by-key [k coll] (reduce (fn [m x] (update m (k x) (fnil conj []) x)) {} coll))',
  'FROM node:20-alpine\nWORKDIR /app\nCOPY package*.json ./\nRUN npm ci --omit=dev',
  '{"name": "demo", "version": "1.2.3", "scripts": {"build": "tsc -p ."}, "dependencies": {"left-pad": "^1.3.0"}}',
  'on:\n  push:\n    branches: [main]\njobs:\n  test:\n    runs-on: ubuntu-latest',
  '.button--primary:hover > svg { fill: rgb(255 255 255 / 80%); transition: fill 120ms ease-in-out; }',
  '# Getting started\n\nInstall the package, then call `configure()` once at start-up.\n\n```sh\nnpm install\n```',
];

const WORDS = [
  '',
  ' \r\n\t\f\v',
  '(){};--',
  '\0\x01\x7f',
  'x',
  'snake_case camelCase PascalCase SCREAMING_SNAKE kebab-case dot.ted.name',
  'HTTPServer2 parseURL IDs x2Y __init__ v1beta3 utf8mb4 sha256sum i18n',
  '0 7 42 1234 12345 0xdeadbeef 3.14159 1e-9',
  'find the user by e-mail address',
  'Why does the connection time out after 30 seconds of idle time?',
  'größe naïve café Ångström straße İstanbul ſharp K',
  '検索 エンジン 사용자 пользователь κώδικας שלום مرحبا हिन्दी',
  'emoji 👩‍💻🚀 family 👨‍👩‍👧‍👦 flag 🇪🇺 combining e\u0301 \u200bzero\u200dwidth',
  'lone surrogates \ud800 and \udfff between words',
  'zxqvkwjj antidisestablishmentarian quuxlogging deserializerfactorybean',
  'abcdefghijklmnopqrstuvwx abcdefghijklmnopqrstuvwxy deadbeefdeadbeefdeadbeefdeadbeef',
  "TypeError: Cannot read properties of undefined (reading 'length') at /srv/app/index.js:10:15",
];

const LONG = [
  'self '.repeat(5000),
  `${'a'.repeat(100_000)} end`,
  Array.from({ length: 20_000 }, (_, at) => `item${at % 977}Of${(at * 7919) % 104_729}`).join(' '),
  CODE.join('\n\n').repeat(40),
];

it('gives the same bits everywhere', async () => {
  const model = readBuiltinModel();
  const embedder = createBuiltinEmbedder(model);
  const texts = [...CODE, ...WORDS, ...LONG];
  const hash = createHash('sha256');
  for (const kind of ['document', 'query'] as const) {
    for (const vector of await embedder.embed(texts, kind)) hash.update(littleEndian(vector));
  }
  expect({ texts: texts.length, weights: model.digest, vectors: hash.digest('hex') }).toMatchInlineSnapshot(`
    {
      "texts": 51,
      "vectors": "5cb830d820f3d6713b6605e8b98499c994e5385b5b1ccecf5e4308d6f0e31d9f",
      "weights": "6f1546a402680efc",
    }
  `);
});

function littleEndian(vector: Float32Array): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(4 * vector.length));
  for (const [at, x] of vector.entries()) bytes.setFloat32(4 * at, x, true);
  return new Uint8Array(bytes.buffer);
}
