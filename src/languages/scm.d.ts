/** The bundler includes queries as text. */
declare module '*.scm' {
  const text: string;
  export default text;
}

/** The bundler includes the script of the hooks as text, too. */
declare module '*.sh' {
  const text: string;
  export default text;
}
