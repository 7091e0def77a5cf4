/** The form of the keys of a service. */
export interface SecretForm {
  prefix: string;
  /** Matches the text after the prefix. */
  rest: RegExp;
  /** Whether the key has parts that are separated by full stops. */
  isDotted: boolean;
}

const form = (prefix: string, rest: RegExp, isDotted = false): SecretForm => ({ prefix, rest, isDotted });

const LONG = /^[\w-]{16,}$/;
const SHORT = /^[\w-]{8,}$/;

/** Keys with a known prefix. Public keys, such as publishable keys, are not listed. */
export const SECRET_FORMS: readonly SecretForm[] = [
  form('AKIA', /^[A-Z0-9]{16}$/),
  form('ASIA', /^[A-Z0-9]{16}$/),
  form('AIza', /^[\w-]{35}$/),
  form('AGE-SECRET-KEY-1', LONG),
  form('ATATT3', LONG),
  form('dckr_pat_', LONG),
  form('dop_v1_', LONG),
  form('figd_', LONG),
  form('gb_api_', LONG),
  form('github_pat_', LONG),
  form('ghp_', LONG),
  form('gho_', LONG),
  form('ghu_', LONG),
  form('ghs_', LONG),
  form('ghr_', LONG),
  form('gldt-', LONG),
  form('glpat-', LONG, true),
  form('glptt-', LONG),
  form('glrt-', LONG, true),
  form('glsa_', LONG),
  form('hf_', LONG),
  form('hvs', /^\.[\w-]{16,}$/, true),
  form('lcs_', LONG),
  form('lct_', LONG),
  form('lin_api_', LONG),
  form('npm_', LONG),
  form('ntn_', LONG),
  form('nvapi-', LONG),
  form('pypi-', LONG),
  form('r8_', LONG),
  form('rk_live_', SHORT),
  form('rk_test_', SHORT),
  form('rubygems_', LONG),
  form('SG', /^\.[\w-]{8,}\.[\w-]{8,}$/, true),
  form('shpat_', LONG),
  form('shpss_', LONG),
  form('sk-', LONG),
  form('sk_live_', SHORT),
  form('sk_test_', SHORT),
  form('sntrys_', LONG),
  form('whsec_', SHORT),
  form('xapp-', SHORT),
  form('xox', /^[a-z]-[\w-]{8,}$/),
  form('xai-', LONG),
  form('ya29', /^\.[\w-]{16,}$/, true),
];
