import { expect, test } from 'vitest';
import { outlineOf, referencesIn } from './outlineOf.ts';

const SAMPLE = `defmodule App.Store do
  @moduledoc """
  Keeps users.

  Second paragraph.
  """
  use GenServer
  import Ecto.Query, only: [from: 2]
  alias App.{User, Repo}
  alias App.Schema.Order, as: O
  require Logger
  @behaviour App.Lookup

  @max_age 120
  @type user_id :: integer()
  @typep secret :: binary
  @callback load(id :: user_id) :: {:ok, User.t()} | :error
  defstruct [:id, :name]

  @doc """
  Finds one user.
  """
  @spec find(user_id) :: User.t() | nil
  def find(id) when is_integer(id) do
    Logger.info("find")
    Repo.get(User, id) |> remember()
  end

  def find(_), do: nil

  @doc false
  defp remember(user), do: user

  defmacro shout(expr) do
    quote do: String.upcase(unquote(expr))
  end

  defguard is_adult(age) when age > 17

  defdelegate size(x), to: Enum, as: :count

  defmodule Cursor do
    @doc "Next one."
    def next(c), do: c
  end

  def left <~> right, do: left + right
end

defprotocol App.Shape do
  @doc "Area."
  def area(shape)
end

defimpl App.Shape, for: App.Circle do
  def area(%{r: r}), do: r * r
end

describe "things" do
  test "it works", %{conn: conn} do
    assert App.Store.find(1)
  end
end
`;

test('Elixir: definitions, documentation and references', async () => {
  expect(await outlineOf('elixir', SAMPLE)).toMatchInlineSnapshot(`
    "
    1-48 module App.Store | defmodule App.Store | "Keeps users.\\n\\nSecond paragraph."
      14-14 constant App.Store.max_age | @max_age 120
      15-15 type App.Store.user_id | @type user_id :: integer()
      16-16 type App.Store.secret | @typep secret :: binary
      17-17 method App.Store.load | @callback load(id :: user_id) :: {:ok, User.t()} | :error
      20-27 function App.Store.find | def find(id) when is_integer(id) | "Finds one user."
      29-29 function App.Store.find | def find(_), do: nil
      31-32 function App.Store.remember | defp remember(user), do: user
      34-36 function App.Store.shout | defmacro shout(expr)
      38-38 function App.Store.is_adult | defguard is_adult(age) when age > 17
      40-40 function App.Store.size | defdelegate size(x), to: Enum, as: :count
      42-45 module App.Store.Cursor | defmodule Cursor
        43-44 function App.Store.Cursor.next | def next(c), do: c | "Next one."
      47-47 function App.Store.<~> | def left <~> right, do: left + right
    50-53 interface App.Shape | defprotocol App.Shape
      51-52 method App.Shape.area | def area(shape) | "Area."
    55-57 class (App.Shape) | defimpl App.Shape, for: App.Circle
      56-56 method App.Shape.area | def area(%{r: r}), do: r * r
    59-63 function (things) | describe "things"
      60-62 function (things.it works) | test "it works", %{conn: conn}
    7: import GenServer of GenServer
    8: import Query of Ecto.Query
    9: import User of App, import Repo of App
    10: import Order of App.Schema.Order
    11: import Logger of Logger
    12: inherit Lookup of App
    17: type User
    23: type User
    25: call info of Logger
    26: call get of Repo, call remember
    35: call upcase of String, call unquote
    55: inherit Shape of App
    61: call assert, call find of App.Store
    "
  `);
});

test('the head of a function is no call of it', async () => {
  const calls = (await referencesIn('elixir', SAMPLE)).filter(({ kind }) => kind === 'call').map(({ name }) => name);
  expect(calls).toContain('remember');
  expect(calls).not.toContain('shout');
  expect(calls).not.toContain('def');
});
