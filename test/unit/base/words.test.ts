import { describe, expect, it } from 'vitest';
import {
  identifiersOfQuestion,
  joinedName,
  searchTextOf,
  splitIdentifier,
  stem,
  termsOf,
} from '../../../src/base/words.ts';

describe('identifiersOfQuestion', () => {
  it.each([
    ["where's the code that isn’t locked", ['where', 'the', 'code', 'that', 'locked']],
    ["why can't cargo's lock won't they've", ['why', 'cargo', 'lock', 'they']],
    ["b's' 't' s.t(d) DON'T", ['b', 's', 't', 's', 't', 'd']],
  ])('%s', (text, words) => {
    expect(identifiersOfQuestion(text)).toEqual(words);
  });
});

describe('splitIdentifier', () => {
  it.each([
    ['HTTPServer2', ['http', 'server', '2']],
    ['snake_case_name', ['snake', 'case', 'name']],
    ['camelCase', ['camel', 'case']],
    ['MAX_AGE', ['max', 'age']],
    ['__init__', ['init']],
    ['getURLFor', ['get', 'url', 'for']],
    ['größeÄndern', ['größe', 'ändern']],
    ['日本語', ['日本語']],
    ['x86_64', ['x', '86', '64']],
    ['$', []],
  ])('%s', (identifier, parts) => {
    expect(splitIdentifier(identifier)).toEqual(parts);
  });
});

describe('termsOf', () => {
  it.each([
    ['安装钩子', ['安装', '装钩', '钩子'], ['安装钩子']],
    ['钩子', ['钩子'], []],
    ['度', ['度'], []],
    ['getUser用户名By', ['get', 'user', '用户', '户名', 'by'], ['getuser用户名by']],
    ['サーバー', ['サー', 'ーバ', 'バー'], ['サーバー']],
    ['진행률', ['진행', '행률'], ['진행률']],
    ['𠮷野家', ['𠮷野', '野家'], ['𠮷野家']],
    ['ไฟล์', ['ไฟ', 'ฟล', 'ล์'], ['ไฟล์']],
    ['हिन्दी', ['हिन्दी'], []],
    ['e\u0301cole', ['e\u0301cole'], []],
    ['файл_данных', ['файл', 'данных'], ['файлданных']],
  ])('%s: two letters are a word where no space is written', (text, words, joined) => {
    expect(termsOf(text)).toEqual({ words, joined });
  });

  it('has the words of a sentence of any length', () => {
    expect(termsOf('安装'.repeat(50)).words).toHaveLength(99);
  });

  it('splits, stems and joins', () => {
    expect(termsOf('new HTTPServer2(configuring)')).toEqual({
      words: ['new', 'http', 'server', '2', 'configur'],
      joined: ['httpserver2'],
    });
  });

  it('leaves out what is data and not a word', () => {
    expect(termsOf('a'.repeat(50)).words).toEqual([]);
  });
});

describe('stem', () => {
  it.each([
    [['tokenizer', 'tokenize', 'tokenizing', 'tokenization'], 'token'],
    [['connection', 'connect', 'connected'], 'connect'],
    [['users', 'user'], 'user'],
    [['queries', 'query'], 'queri'],
    [['parsing', 'parser', 'parses', 'parse'], 'pars'],
  ])('%s meet', (words, expected) => {
    const stems = words.map(stem);
    expect(new Set(stems).size).toBe(1);
    expect(stems[0]!.startsWith(expected.slice(0, 4))).toBe(true);
  });

  it('leaves short words, digits and other scripts alone', () => {
    expect(['the', 'her', '404', 'größe', 'http'].map(stem)).toEqual(['the', 'her', '404', 'größe', 'http']);
  });
});

describe('searchTextOf', () => {
  it('counts the words of defined names three times and adds exact tokens', () => {
    const { searchText, tokens } = searchTextOf(
      'function loadConfig() { parse() }',
      ['loadConfig'],
      ['parse', 'fs.read'],
    );
    const words = searchText.split(' ');
    expect(tokens).toBe(4);
    expect(words.filter((word) => word === 'load')).toHaveLength(3);
    expect(words).toContain('loadconfig');
    expect(words).toContain('def:loadconfig');
    expect(words).toContain('ref:parse');
    expect(words).toContain('ref:fsread');
  });

  it('makes one spelling of all', () => {
    expect(new Set(['max_age', 'maxAge', 'MAX_AGE', 'MaxAge'].map(joinedName))).toEqual(new Set(['maxage']));
  });
});
