/** What is compared: each variant is a set of options as the command line takes them. */

export const DEFAULT = 'default';

const without = (...features) => ({ weight: features.map((feature) => `${feature}=0`) });

/** Single retrievers, then everything, then everything without one family of features, then what is off by default. */
export const VARIANTS = [
  { name: 'words alone, no features', options: { mode: 'words', ...bare() } },
  { name: 'words', options: { mode: 'words' } },
  { name: 'vectors, hash', options: { mode: 'vectors', embedder: 'hash' } },
  { name: 'vectors, built-in', options: { mode: 'vectors' } },
  { name: 'fused, hash', options: { embedder: 'hash' } },
  { name: 'fused, no features', options: bare() },
  { name: DEFAULT, options: {} },
  { name: '- file names', options: without('name') },
  { name: '- symbols', options: without('symbol', 'symbolSize', 'typeName') },
  { name: '- names of functions', options: without('functionName') },
  { name: '- coverage', options: without('coverage') },
  { name: '- tests, examples, legacy, prose', options: without('test', 'example', 'legacy', 'prose') },
  { name: '- declarations, parts', options: without('declaration', 'part') },
  { name: '- generated, vendored', options: without('foreign') },
  { name: '- depth', options: without('depth') },
  { name: '- paths in the question', options: without('namedPath') },
  { name: '- best vector', options: without('bestVector') },
  { name: '- sum of vectors', options: without('vectors') },
  { name: '- 40 lines', options: { lines: 0 } },
  { name: '- related places', options: { related: 0 } },
  { name: '+ graph, weight 0.1', options: { weight: ['graph=0.1'] } },
  { name: '+ graph, weight 0.3', options: { weight: ['graph=0.3'] } },
  { name: '+ MMR, diversity 0.1', options: { diversity: 0.1 } },
  { name: '+ MMR, diversity 0.3', options: { diversity: 0.3 } },
];

/** Switches off all but what the retrievers say. */
function bare() {
  const penalties = ['test', 'example', 'legacy', 'prose', 'component', 'foreign', 'declaration', 'part', 'depth'];
  return without('coverage', 'name', 'symbol', 'symbolSize', 'typeName', 'functionName', 'namedPath', ...penalties);
}
