/** Links that are steps of signing in look like the buttons of forms. */
export const SSO_STYLES = `.step{display:inline-block;padding:.6rem 1.25rem;font-weight:600;text-decoration:none;color:var(--back);background:var(--link);border-radius:6px}
.step:hover{text-decoration:underline}
.logins{display:grid;gap:.75rem;margin:1.5rem 0;padding:0;list-style:none}.logins .step{display:block;text-align:center}
.sign-in input+.note{margin-top:.5rem}
`;
