/** Dependencies that a manifest names as keys or in lists: package.json, composer.json, Cargo.toml, pyproject.toml, pubspec.yaml. */

import type { DataDocument, DataNode } from './dataModel.ts';
import { requirementName } from './linksDependencies.ts';
import type { LocatedReference } from './segments.ts';

const OTHER: ReadonlySet<string> = new Set(['require', 'require-dev', 'requires', 'dependency-groups', 'dev-packages']);

export function dependencyLinks(documents: readonly DataDocument[]): LocatedReference[] {
  const out: LocatedReference[] = [];
  for (const { children } of documents) for (const node of children) visit(node);
  return out;

  function visit(node: DataNode): void {
    if (isDependencies(node.key)) for (const child of node.children) dependency(child);
    else if (node.above.some(isDependencies))
      link(node.key, node); // [dependencies.serde]
    else for (const child of node.children) visit(child);
  }

  /** `serde = "1"`, `"requests>=2"`, and one level deeper `dev = ["pytest"]`. */
  function dependency(node: DataNode): void {
    if (node.isItem) {
      const name = requirementName(node.value ?? '');
      if (name !== null) link(name, node);
    } else if (node.children.some(({ isItem }) => isItem)) {
      for (const item of node.children) if (item.isItem) dependency(item);
    } else link(node.key, node);
  }

  function link(name: string, { startLine }: DataNode): void {
    if (name !== '') out.push({ name, kind: 'link', line: startLine });
  }
}

function isDependencies(key: string): boolean {
  return OTHER.has(key) || key.toLowerCase().endsWith('dependencies');
}
