/** Queries are bundled as text. */
declare module '*.scm' {
  const text: string;
  export default text;
}

/** The hooks' script is too. */
declare module '*.sh' {
  const text: string;
  export default text;
}
