import { expect, test } from 'vitest';
import { outlineOf } from './outlineOf.ts';

const SAMPLE = `#!/usr/bin/perl
package My::Store;
# Keeps rows.
use strict;
use warnings;
use parent -norequire, 'My::Base';
use base qw(Exporter Other::Thing);
use List::Util qw(first sum);
require My::Log;

use constant MAX_ROWS => 100;
our $VERSION = '1.0';

=head1 NAME

My::Store - keeps rows

=cut

# Makes a store.
sub new {
    my ($class, %args) = @_;
    my $self = $class->SUPER::new(%args);
    return bless $self, $class;
}

sub add {
    my ($self, $row) = @_;
    push @{ $self->{rows} }, $row if first { $_ eq $row } @known;
    My::Log->info("added");
    My::Log::debug("x");
    $self->flush() unless helper($row);
    return;
}

package My::Other {
    sub inner { return 1; }
}
1;
`;

test('definitions and references', async () => {
  expect(await outlineOf('perl', SAMPLE)).toMatchInlineSnapshot(`
    "
    1-39 module My.Store | package My::Store | "/usr/bin/perl"
      11-11 constant My.Store.MAX_ROWS | use constant MAX_ROWS => 100
      20-25 function My.Store.new | sub new | "Makes a store."
      27-34 function My.Store.add | sub add
      36-38 module My.Store.My.Other | package My::Other
        37-37 function My.Store.My.Other.inner | sub inner
    6: inherit Base of My
    7: inherit Exporter, inherit Thing of Other
    8: import Util of List::Util
    9: import Log of My::Log
    23: call new of $class
    29: call first
    30: call info of My::Log
    31: call debug of My::Log
    32: call flush of $self, call helper
    "
  `);
});

test('packages that are statements end where the next one begins, and a text behind the end has none', async () => {
  expect(
    await outlineOf(
      'perl',
      `package A::B;
use Foo;
# Doc.
sub a { 1 }
package A::C;
sub b { return A::B::a(); }
1;
__END__

=head1 X

package Z;
`,
    ),
  ).toMatchInlineSnapshot(`
    "
    1-4 module A.B | package A::B
      3-4 function A.B.a | sub a | "Doc."
    5-7 module A.C | package A::C
      6-6 function A.C.b | sub b
    2: import Foo of Foo
    6: call a of A::B
    "
  `);
});

test('POD is no code', async () => {
  expect(
    await outlineOf(
      'perl',
      `package Foo::Bar;
use strict;
use parent -norequire, qw(Foo::Base);
use List::Util qw(sum);

=head2 total

Adds sub totals { up.

=cut

sub total {
    my ($self) = @_;
    return sum($self->items());
}

1;
`,
    ),
  ).toMatchInlineSnapshot(`
    "
    1-17 module Foo.Bar | package Foo::Bar
      12-15 function Foo.Bar.total | sub total
    3: inherit Base of Foo
    4: import Util of List::Util
    14: call sum, call items of $self
    "
  `);
});
