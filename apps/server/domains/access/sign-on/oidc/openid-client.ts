/** Loaded when it is first needed: most instances sign nobody in with OpenID Connect. */
export const loadOpenidClient = () => import('openid-client');
