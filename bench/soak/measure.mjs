/** What a process and a store hold at a moment (Linux: /proc), and whether that grows. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** @returns resident memory in MB, open descriptors and threads; its git launcher is a process of its own, and left out */
export function processOf({ name, pid }) {
  const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  return {
    [`${name}: MB`]: rss,
    [`${name}: descriptors`]: readdirSync(`/proc/${pid}/fd`).length,
    [`${name}: threads`]: readdirSync(`/proc/${pid}/task`).length,
  };
}

export function storeOf(root, temporaries) {
  const names = readdirSync(root, { recursive: true }).map(String);
  const count = (pattern) => names.filter((name) => pattern.test(name)).length;
  return {
    'store: files': names.length,
    'store: MB': names.reduce((sum, name) => sum + sizeOf(join(root, name)), 0) / 2 ** 20,
    'store: versions of chunks': count(/chunks\.lance\/_versions\/\d+\.manifest$/),
    'store: fragments of chunks': count(/chunks\.lance\/data\/.*\.lance$/),
    'store: views': count(/\.view$/),
    'store: temporary files': count(/\.tmp$|\/pull-/),
    'temporary folder: entries': readdirSync(temporaries).length,
  };
}

/** A file may go while it is looked at. */
function sizeOf(file) {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Growth by this factor from the first third to the last is a leak, above a floor below which a few more mean nothing. */
const GROWTH = 1.25;
const FLOOR = { MB: 40, descriptors: 8, threads: 4, other: 12 };

/** Matches values that grow until the first versions are an hour old. */
const OF_VERSIONS = /^store: (files|MB|versions|fragments)/;

/** @param samples objects with the same keys, in order; @param isYoung whether no version was old enough to be removed */
export function compareThirds(samples, isYoung) {
  const third = Math.floor(samples.length / 3);
  const keys = Object.keys(samples[0]).filter((key) => key !== 'minute');
  return keys.map((key) => {
    const medianOf = (some) => some.map((sample) => sample[key]).sort((a, b) => a - b)[some.length >> 1];
    const [first, middle, last] = [samples.slice(0, third), samples.slice(third, 2 * third), samples.slice(-third)].map(
      medianOf,
    );
    const floor = FLOOR[key.split(': ')[1]] ?? FLOOR.other;
    const grows = last > first * GROWTH && last - first > floor;
    const verdict = !grows ? '' : isYoung && OF_VERSIONS.test(key) ? 'versions of the last hour' : 'grows';
    return { key, first, middle, last, verdict };
  });
}

/** @returns the value at some moments, evenly spread */
export function courseOf(samples, key, moments = 20) {
  return Array.from(
    { length: moments },
    (_, at) => samples[Math.round((at * (samples.length - 1)) / (moments - 1))][key],
  );
}
