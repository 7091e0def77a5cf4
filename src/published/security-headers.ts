/**
 * What every answer of the sites origin carries unless its route says otherwise. The helmet plugin would say the same,
 * but builds its middleware anew for each request, which made a small file a sixth slower. There is no word on HTTPS:
 * whether this origin has it, and its neighbours too, is for the proxy in front to say.
 */
export const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'",
  // Pages of any site may show what is public here; nothing here knows who is looking.
  'cross-origin-resource-policy': 'cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  // Addresses of files are capabilities, not to be told to where a link in an SVG or a PDF leads.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-permitted-cross-domain-policies': 'none',
} as const;
