import { describe, expect, it } from 'vitest';
import { askedNames, typeWords } from '../../../src/search/question/readNames.ts';

const asked = (text: string, single = false) =>
  askedNames(text, single).map(({ scope, name, elsewhere }) => [...scope, name, elsewhere].join(' '));

describe('askedNames', () => {
  it('takes identifiers of several parts, and one plain word where it is all there is', () => {
    expect(asked('where is adjust_delay called')).toEqual(['adjustdelay 1']);
    expect(asked('where is delay called')).toEqual([]);
    expect(asked('Delay', true)).toEqual(['delay 1']);
    expect(asked('मूल्य', true)).toEqual(['मूल्य 1']);
  });

  it('reads a keyword before the only name', () => {
    expect(asked('struct client')).toEqual(['client 1']);
    expect(asked('class Router')).toEqual(['router 1']);
    expect(asked('class loader')).toEqual([]);
    expect(asked('struct client layout')).toEqual([]);
  });

  it('takes plain words that are written as code', () => {
    expect(asked('what does `delay` do')).toEqual(['delay 1']);
    expect(asked('what does delay() do')).toEqual(['delay 1']);
  });

  it.each(['Rack::Builder', 'Rack#Builder', 'rack.Builder', 'Rack->Builder()'])('reads the scope of %s', (text) => {
    expect(asked(text)).toEqual(['rack builder 0.5']);
  });

  it('lets a dotted word of a sentence count only inside of its scope', () => {
    expect(asked('what app.get does')).toEqual(['app get 0']);
    expect(asked('what App::get does')).toEqual(['app get 0.5']);
    expect(asked('what this.get_it does')).toEqual(['getit 1']);
  });

  it('is about the last name of a qualified one, less about the others', () => {
    expect(asked('HandlerStack.push order')).toEqual(['handlerstack push 0', 'handlerstack 0.5']);
  });

  it('reads file names as names, not as scopes', () => {
    expect(asked('why is lib/retry_policy.py slow')).toEqual(['retrypolicy 1']);
  });
});

describe('typeWords', () => {
  it('takes capitalised words of one part, the first one with doubt', () => {
    expect(typeWords('Session and the Router of Rack::Builder')).toEqual([
      { name: 'session', written: 'Session', weight: 0.7 },
      { name: 'router', written: 'Router', weight: 1 },
    ]);
    expect(typeWords('How does HttpClient work')).toEqual([]);
  });
});
