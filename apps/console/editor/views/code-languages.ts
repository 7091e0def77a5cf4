/** Languages that the field of a code block offers. Any other name can be typed. */
export const LANGUAGES: readonly string[] =
  'bash c clojure cpp csharp css dart diff dockerfile elixir erlang go graphql haskell hcl html http ini java javascript json jsx julia kotlin lua makefile markdown mermaid nginx objective-c perl php powershell proto python r ruby rust scala scss sh solidity sql svelte swift text toml tsx typescript vue xml yaml zig'.split(
    ' ',
  );
