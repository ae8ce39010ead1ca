/** A small Python program whose files call each other, and questions about the names of a repository. */

import type { CallEdge } from '../../src/graph/findRelations.ts';
import type { SymbolContext } from '../../src/graph/readFiles.ts';
import { cora } from './cora.ts';
import { type TempRepo, tempRepo } from './tempRepo.ts';

const CLIENT = `from app.cache import Cache


class Client:
    """Asks the server. fetch() is what people call."""

    def __init__(self):
        self.cache: Cache = Cache()

    def fetch(self, key):
        found = self.cache.lookup(key)
        return found or self.download(key)

    def download(self, key):
        return retry(lambda: self.download(key))


def retry(action):
    return action()
`;
export const CACHE = `class Cache:
    def __init__(self):
        self.rows = {}

    def lookup(self, key):
        return self.rows.get(key)


class Disk:
    def lookup(self, key):
        return key
`;
export const MAIN = `from app.client import Client


def main():
    # Client.fetch is called below
    return load(Client())


def load(client: Client):
    return client.fetch("a")
`;

export function clientRepo(): TempRepo {
  const repo = tempRepo();
  repo.file('app/__init__.py', '# the package\n');
  repo.file('app/client.py', CLIENT).file('app/cache.py', CACHE).file('main.py', MAIN);
  repo.commit();
  return repo;
}

export async function withSymbols<T>(repo: TempRepo, use: (context: SymbolContext) => Promise<T>): Promise<T> {
  const searcher = await cora(repo).searcher();
  try {
    return await use(await searcher.symbols());
  } finally {
    searcher.close();
  }
}

export const shownCall = ({ depth, caller, callee }: CallEdge) =>
  `${depth} ${caller.symbol} > ${callee.symbol} ${caller.path}:${caller.line} ${callee.path}:${callee.line}`;
