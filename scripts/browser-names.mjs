/** The programs of Chromium. The first has no code for windows, and takes a quarter less processor time. */
export const BROWSER_NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
