/** Styles are the bundler's: importing them gives nothing. */
declare module '*.css';
