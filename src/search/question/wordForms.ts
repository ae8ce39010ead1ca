/** Short and long forms of the words that programs abbreviate. Pure. */

import { addTo } from '../../base/lists.ts';
import { stem } from '../../base/words.ts';

/**
 * Each group: the short form, then the words that it stands for. A query for one also finds the
 * other, at half weight.
 */
const GROUPS =
  'config configuration configure;auth authentication authorization authenticate;db database;dir directory folder;msg message;' +
  'util utility utils helper;init initialize initialization;env environment;param parameter;arg argument;fn func function;src source;' +
  'dst dest destination;buf buffer;str string;num number;ctx context;req request;res resp response;err error exception failure;' +
  'cmd command;conn connection connect;ref reference;tmp temp temporary;ws websocket;impl implementation;info information;' +
  'async asynchronous;sync synchronous synchronize;deps dependency;repo repository;doc documentation;expr expression;stmt statement;' +
  'var variable;attr attribute;prop property;elem element;idx index;len length;max maximum;min minimum;img image;pkg package;' +
  'lib library;proc process;spec specification;val value;gen generate generator;exec execute execution;op operation operator;' +
  'cb callback;evt event;addr address;iface interface;mem memory;alloc allocate allocator allocation;del delete remove;' +
  'concat concatenate concatenation;eq equal equality;cmp compare comparison;fmt format;url uri;ssl tls;cert certificate;' +
  'id identifier;pwd password;sub subscribe subscription;pub publish;iter iterator iterate iteration;desc description descriptor;' +
  'decl declaration;def define definition;calc calculate;obs observable;nav navigation;seq sequence;dict dictionary map;rand random;' +
  'regex regexp;sess session;stats statistics;sched schedule scheduler;ser serialize serialization;de deserialize;' +
  'transform transformer;ident identifier;enc encode encoder;dec decode decoder;hash digest;json javascript;tx txn transaction;' +
  'lock mutex;queue fifo;perm permission;priv private;ver version;win windows;lookup find;dns resolve resolver;multi multiple;' +
  'prev previous;curr current;pos position;notify notification;coll collection;ext extension;mw middleware';

const OTHER_FORMS = new Map<string, string[]>();
for (const group of GROUPS.split(';')) {
  const [short, ...long] = group.split(' ').map(stem) as [string, ...string[]];
  for (const word of long) {
    addTo(OTHER_FORMS, short, word);
    addTo(OTHER_FORMS, word, short);
  }
}

/** @param term stemmed @returns stemmed forms that mean the same */
export function otherForms(term: string): readonly string[] {
  return OTHER_FORMS.get(term) ?? [];
}
