/**
 * Shows what refers to a chunk and what it refers to. The places are links in a list, which a
 * keyboard and a screen reader go through; where they stand and the lines between them are for the
 * eye.
 */

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Graph } from '../../server/pageTypes.ts';
import { formatRoute } from '../urlState.ts';
import { seenText } from '../visible.tsx';
import { layoutGraph } from './layoutGraph.ts';

export function Neighbourhood({ graph, repo }: { graph: Graph; repo: string }) {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)));
    observer.observe(ref.current!);
    return () => observer.disconnect();
  }, []);
  const layout = layoutGraph(graph.center, graph.nodes, graph.edges, width);
  const nodeOf = new Map(graph.nodes.map((node) => [node.id, node]));
  const middleName = nodeOf.get(graph.center)?.symbol ?? '';
  const reasonOf = new Map(
    graph.edges.flatMap(({ from, to, reason }): [string, string][] =>
      from === graph.center ? [[to, reason]] : to === graph.center ? [[from, reason]] : [],
    ),
  );
  return (
    <div class="graph" ref={ref}>
      {width > 0 && (
        <div class="graph-room" style={{ height: `${layout.height}px`, width: `${layout.width}px` }}>
          <svg width={layout.width} height={layout.height} aria-hidden="true">
            <defs>
              <marker id="head" viewBox="0 0 6 6" refX="1" refY="3" markerWidth="6" markerHeight="6" orient="auto">
                <path d="M0 0 6 3 0 6z" />
              </marker>
            </defs>
            {layout.edges.map(({ from, to, reason, d }) => (
              <path key={`${from} ${to} ${reason}`} class="edge" d={d} marker-end="url(#head)" />
            ))}
          </svg>
          <ul>
            {layout.nodes.map(({ id, side, x, y, width: wide, height }) => {
              const node = nodeOf.get(id);
              if (node === undefined) return null;
              const { path, startLine, endLine, symbol, kind } = node;
              const fileName = path.slice(path.lastIndexOf('/') + 1);
              const name = symbol === '' ? `${fileName}:${startLine}` : symbol;
              const reason = side === 'middle' ? kind : shortReason(reasonOf.get(id) ?? '', middleName);
              return (
                <li
                  key={id}
                  class={`node ${side}`}
                  style={{ left: `${x}px`, top: `${y}px`, width: `${wide}px`, height: `${height}px` }}
                >
                  <a
                    href={formatRoute({ view: 'file', repo, path, startLine, endLine })}
                    title={`${seenText(name)} — ${reason}\n${seenText(path)}:${startLine}`}
                    aria-current={side === 'middle' ? 'location' : undefined}
                  >
                    <code>{seenText(name)}</code>
                    <span class="node-reason">
                      {reason} · {seenText(fileName)}
                    </span>
                  </a>
                </li>
              );
            })}
          </ul>
        </div>
      )}
    </div>
  );
}

/** `calls Store.open` without the name that stands in the middle. */
function shortReason(reason: string, middle: string): string {
  const last = reason.slice(reason.lastIndexOf(' ') + 1);
  const isMiddle = middle !== '' && (last === middle || last.endsWith(`.${middle}`));
  return isMiddle ? reason.slice(0, -last.length - 1) : reason;
}
