/** What is asked of the page's looks: settings of the system and the screen. */
const QUERIES = [
  ...['rec2020', 'p3', 'srgb'].map((gamut) => `color-gamut:${gamut}`),
  ...['no-preference', 'more', 'less', 'forced'].map((wish) => `prefers-contrast:${wish}`),
  'inverted-colors:inverted',
  'forced-colors:active',
  'prefers-reduced-motion:reduce',
  'prefers-reduced-transparency:reduce',
  'dynamic-range:high',
];

const HINTS = ['architecture', 'bitness', 'mobile', 'model', 'platform', 'platformVersion'];

/** The browser's own description of itself and the machine, which one engine gives. */
interface AgentData {
  brands: { brand: string }[];
  getHighEntropyValues(hints: string[]): Promise<Record<string, unknown>>;
}

const agentOf = ({ userAgentData }: { userAgentData?: AgentData } = navigator as object): AgentData | undefined =>
  userAgentData;

/** Names without their versions, which change by the month, and without the one that is made up. */
async function readMachine(): Promise<unknown> {
  const agent = agentOf();
  if (agent === undefined) return undefined;
  const values = await agent.getHighEntropyValues(HINTS);
  const brands = agent.brands.map(({ brand }) => brand).filter((brand) => !/not/i.test(brand));
  return [...brands.sort(), ...HINTS.map((hint) => values[hint])];
}

function readNavigator(): unknown {
  const { language, platform, vendor, hardwareConcurrency, maxTouchPoints, pdfViewerEnabled } = navigator;
  const { deviceMemory } = navigator as { deviceMemory?: number };
  return [language, platform, vendor, hardwareConcurrency, deviceMemory, maxTouchPoints, pdfViewerEnabled];
}

/** The same whichever way the screen is held. */
const readScreen = (): unknown => [
  screen.colorDepth,
  Math.max(screen.width, screen.height),
  screen.width + screen.height,
];

function readPlace(): unknown {
  const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return [locale, timeZone];
}

const readLooks = (): unknown => QUERIES.map((query) => matchMedia(`(${query})`).matches);

/** Systems differ in the last digits of these. */
const readMath = (): unknown => [
  Math.tan(-1e300),
  Math.sinh(1),
  Math.cosh(1),
  Math.expm1(1),
  Math.atanh(0.5),
  Math.pow(Math.PI, -100),
];

/** Text, an emoji and mixed colours: fonts, smoothing and graphics differ. Other engines paint noise against this. */
function readPicture(): unknown {
  if (agentOf() === undefined) return undefined;
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (pen === null) return undefined;
  pen.font = '17px Georgia';
  pen.fillStyle = '#e63';
  pen.fillRect(90, 4, 70, 30);
  for (const [at, color] of ['#075', 'rgba(90,40,190,.4)'].entries()) {
    pen.fillStyle = color;
    pen.fillText('Quick fjord glyphs vex \u{1f9ff}', 3 + at, 24 + 9 * at);
  }
  pen.globalCompositeOperation = 'multiply';
  for (const [at, color] of ['#f3c', '#3cf', '#cf3'].entries()) {
    pen.fillStyle = color;
    pen.beginPath();
    pen.arc(60 + 34 * at, 80 + 9 * (at % 2), 31, 0, 7);
    pen.fill();
  }
  return canvas.toDataURL();
}

/** The graphics card, by its name and that of its driver. */
function readGraphics(): unknown {
  const gl = document.createElement('canvas').getContext('webgl');
  const names = agentOf() && gl?.getExtension('WEBGL_debug_renderer_info');
  const values = [
    gl?.VERSION,
    gl?.VENDOR,
    gl?.RENDERER,
    gl?.SHADING_LANGUAGE_VERSION,
    names?.UNMASKED_VENDOR_WEBGL,
    names?.UNMASKED_RENDERER_WEBGL,
  ].map((key): unknown => key && gl?.getParameter(key));
  // A page may hold few of them at a time.
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return values;
}

/** Signals that distinguish browsers; each gives text and numbers, or nothing. */
export const FINGERPRINT_SIGNALS: readonly (() => unknown)[] = [
  readMachine,
  readNavigator,
  readScreen,
  readPlace,
  readLooks,
  readMath,
  readPicture,
  readGraphics,
];
