/** The part of nspell that the tests use. The package has no types. */
declare module 'nspell' {
  export default function nspell(aff: string, dic: string): { correct(word: string): boolean };
}
