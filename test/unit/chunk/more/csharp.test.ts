import { expect, it } from 'vitest';
import { mentions, outline } from '../readCode.ts';

const text = `namespace Shop;
public class Orders(
    ILogger<Orders> logger,
    IStore store) : Service(logger), IOrders
{
    private readonly List<Order> open = [];
#if NET8_0_OR_GREATER
    public void Close(Order order) => store.Save(order);
#else
    public void Close(Order order) { this.Save(order); }
#endif
    public required string Name { get; init; }
}
public record Order(int Id) : Entity<int>(Id);
public class Empty;
public struct Unit;
public interface IMarker;
`;

it('finds classes with primary constructors, records with bases, and what stands between conditions', async () => {
  expect(await outline('csharp', text)).toEqual([
    'class Orders@2-13',
    'constant Orders.open@6-6',
    'method Orders.Close@8-8',
    'method Orders.Close@10-10',
    'constant Orders.Name@12-12',
    'class Order@14-14',
    'class Empty@15-15',
    'class Unit@16-16',
    'interface IMarker@17-17',
  ]);
  expect(await mentions('csharp', text)).toEqual(
    expect.arrayContaining([
      'inherit Service',
      'inherit IOrders',
      'inherit Entity',
      'type IStore',
      'call Save < store',
      'call Save < this',
    ]),
  );
});

it('finds what directives import, also under another name, and calls of this that may be skipped', async () => {
  const used = 'using System.Linq;\nusing static Shop.Sums;\nusing Short = Shop.Large.Name;\n';
  expect(await mentions('csharp', `${used}class A {\n  void B() { this?.C(); }\n}\n`)).toEqual([
    'import Linq < System.Linq',
    'import Sums < Shop.Sums',
    'import Name < Shop.Large.Name',
    'call C < this',
  ]);
});
