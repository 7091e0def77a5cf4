/**
 * The headers of every response of the sites origin unless its route sets others. The helmet plugin would set the same,
 * but rebuilds its middleware for each request, which made a small file a sixth slower. HTTPS is not mentioned: whether
 * this origin and its neighbors use it is for the proxy in front to declare.
 */
export const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'",
  // Pages of any site may show what is public here; nothing here knows who is looking.
  'cross-origin-resource-policy': 'cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  // Addresses of files are capabilities, which must not be sent to the targets of links in an SVG or a PDF.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-permitted-cross-domain-policies': 'none',
} as const;
