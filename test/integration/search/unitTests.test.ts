/** Unit tests inside of a file of other code: they repeat its words, and are asked for seldom. */

import { beforeAll, describe, expect, it } from 'vitest';
import { cora } from '../../helpers/cora.ts';
import { type TempRepo, tempRepo } from '../../helpers/tempRepo.ts';

const RUST = `use std::time::Duration;

/// Reads a duration with hours and minutes that a human wrote, such as "2 h 30 min".
pub fn read_span(text: &str) -> Option<Duration> {
    let mut seconds = 0;
    for (amount, unit) in pairs_of(text) {
        seconds += amount * match unit {
            "h" => 3600,
            "min" => 60,
            "s" => 1,
            _ => return None,
        };
    }
    Some(Duration::from_secs(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_make_a_span() {
        // A human duration: parse a human duration with hours and minutes.
        let human_duration = read_span("2 h 30 min");
        assert_eq!(human_duration, Some(Duration::from_secs(9000)));
        assert_eq!(read_span("parse a human duration"), None);
        assert_eq!(read_span("a human duration of 3 h"), None);
    }

    #[test]
    fn rejects_fortnights() {
        // A human duration: parse a human duration whose unit is not known.
        let human_duration = read_span("2 fortnights");
        assert_eq!(human_duration, None);
        assert_eq!(read_span("parse a human duration"), None);
        assert_eq!(read_span("no human duration"), None);
    }
}
`;

const ZIG = `const std = @import("std");

/// Adds the weights of the edges, and stops at the largest number.
pub fn total(edges: []const Edge) u32 {
    var sum: u32 = 0;
    for (edges) |edge| {
        sum = sum +| edge.weight;
    }
    return sum;
}

test "saturating weights of a path" {
    // Saturating weights of a path: the saturating sum of weights of a path.
    const path = [_]Edge{ .{ .weight = std.math.maxInt(u32) }, .{ .weight = 7 } };
    const saturating_weights = total(&path);
    try std.testing.expectEqual(std.math.maxInt(u32), saturating_weights);
    try std.testing.expectEqual(std.math.maxInt(u32), total(&path));
}
`;

/** Does what a small part of the question says: worse than a test's words, better than none. */
const OTHER = 'pub fn human_size(bytes: u64) -> String {\n    format!("{} bytes for a human", bytes)\n}\n';

const PYTHON = `class Reader:
    def read_clock(self, text):
        # Reads a clock: read_clock reads the clock of a reader.
${'        text = text.strip()\n'.repeat(12)}        return text
`;
const TESTS = `from reader import Reader

def test_clock():
    assert Reader().read_clock('7') == '7'
`;

describe('unit tests beside the code', () => {
  let repo: TempRepo;
  beforeAll(async () => {
    repo = tempRepo();
    repo.file('src/span.rs', RUST).file('src/graph.zig', ZIG).file('src/size.rs', OTHER);
    repo.file('src/reader.py', PYTHON).file('tests/test_reader.py', TESTS).commit();
    await cora(repo).index();
  });

  it.each([
    ['where do we parse a human duration with hours and minutes', 'read_span'],
    ['saturating sum of the weights of a path', 'total'],
  ])('%s: the code stands for its file', async (question, code) => {
    const { results } = await cora(repo).query(question);
    expect(results[0]).toMatchObject({ symbol: code });
  });

  it.each([
    ['where is read_clock tested', 'tests/test_reader.py'],
    ['which tests cover the Reader', 'tests/test_reader.py'],
    ['where is read_clock', 'src/reader.py'],
    ['how does read_clock check tests', 'src/reader.py'],
    ['how does read_clock find the tests of a clock', 'src/reader.py'],
  ])('%s: in %s', async (question, path) => {
    const { results } = await cora(repo).query(question);
    expect(results[0]!.path).toBe(path);
  });

  it('shows tests first to those who ask for them, or for one of them by name', async () => {
    const asked = await cora(repo).query('unit tests of a human duration with hours and minutes');
    expect(asked.results[0]).toMatchObject({ symbol: 'hours_make_a_span' });
    const tested = await cora(repo, { explain: true }).query('where is read_span tested?');
    expect(tested.results[0]).toMatchObject({ symbol: expect.stringMatching(/hours_make_a_span|rejects_fortnights/) });
    const named = await cora(repo).query('rejects_fortnights');
    expect(named.results[0]).toMatchObject({ symbol: 'rejects_fortnights' });
  });
});
