// Tests of the element that an engine cannot run, each with the reason. Every other test runs in all three engines.
const SKIPS = {
  chromium: [],
  firefox: [
    {
      test: 'is dark for a shopper who likes it so only where the page is too, or says so',
      reason: 'WebDriver BiDi cannot set the colour scheme that a shopper prefers',
    },
  ],
  webkit: [
    {
      test: 'is dark for a shopper who likes it so only where the page is too, or says so',
      reason: 'WebDriver cannot set the colour scheme that a shopper prefers',
    },
  ],
};

/** Full titles, as the runner joins them from those of the suites around a test. */
export const skippedTests = (engine) => SKIPS[engine].map(({ test }) => test);
