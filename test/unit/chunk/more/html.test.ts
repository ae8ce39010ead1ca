import { expect, test } from 'vitest';
import { definedIn, outlineOf } from './outlineOf.ts';

const SAMPLE = `<!DOCTYPE html>
<html lang="en">
<head>
  <title>Users</title>
  <link rel="stylesheet" href="app.css">
  <meta charset="utf-8">
  <style>
    .user { color: red; }
  </style>
  <script src="https://cdn.example.com/x.js"></script>
</head>
<body>
  <!-- top -->
  <nav id="menu"><a href="/about.html">About</a></nav>
  <main>
    <h1>All users</h1>
    <p>Intro text.</p>
    <h2 id="adding">Adding a user</h2>
    <p>Fill <b>in</b> the form.</p>
    <section id="form" class="big">
      <form action="/add"><input name="n"></form>
    </section>
    <user-card :user="u"></user-card>
    <script type="module">
      import { mount } from './app.js'
      function start() { mount('#app') }
      start()
    </script>
  </main>
  <footer>Bye</footer>
</body>
</html>
`;

test('HTML: definitions, documentation and references', async () => {
  expect(await outlineOf('html', SAMPLE)).toMatchInlineSnapshot(`
    "
    3-11 section (head) | <head>
      7-9 section (head.style) | <style>
        8-8 section .user | .user
      10-10 section (head.script) | <script src="https://cdn.example.com/x.js"></script>
    13-14 section menu | <nav id="menu"><a href="/about.html">About</a></nav> | "top"
    15-29 section (main) | <main>
      16-16 section main.All users | <h1>All users</h1>
      18-18 section main.Adding a user | <h2 id="adding">Adding a user</h2>
      20-22 section main.form | <section id="form" class="big">
        21-21 section (main.form.form) | <form action="/add"><input name="n"></form>
      24-28 section (main.script) | <script type="module">
        26-26 function start | function start()
    30-30 section (footer) | <footer>Bye</footer>
    5: import app of app.css
    10: import x of https://cdn.example.com/x.js
    14: link /about.html
    21: link /add
    23: call user-card
    25: import mount of ./app.js
    26: call mount
    27: call start
    "
  `);
});

test('a script that is no code stays text', async () => {
  const page = '<script type="application/json">\n{ "a": 1 }\n</script>\n<script>\nfunction f() {}\n</script>\n';
  expect(await definedIn('html', page)).toEqual(['f']);
});
