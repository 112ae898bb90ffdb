import { Visitor, parseSync } from 'vite';

/**
 * Members and exports that only the element's own modules use, where the page, the DOM, Lit and the companion know nothing
 * of the same name. A minifier keeps names of members; these are shortened, alike in each script of the build.
 */
const NAMES =
  `lengths fixedLength onChoose brandChoiceStyles codeLength BRAND_DRAWINGS renderOutcome showFaults forgetCode renderContact
  diagnoseAndLogLoadFailure describeSecurityCodePlace onAbandon showErrors methodLabel requiredFields onInput faultOf onContinue
  drawSecurityCodePlace writeDeveloperMessage isWarning warnIfFocusResemblesError shopperFieldStyles cardOptions onRetry dueToday
  startedAt CardPaymentOptions enterKey phoneCountryOf obtainBasketSessionToken logMissingSession renderBrandChoice collectDeviceData
  onShown documentTypeOf refusedFields showsAccepted findExpiryInText startFingerprint countryOf shapeOf onBlur autoAdvance
  isValid labelOf onOpen releaseAction markBasketPaidOrForgotten loadRegions prefilled changeCountry codeLengths removeCard ShopperFields
  onRemoveCard parseCardText markOf IsolatedFrameHost callingOf documentOf startAction methodStyles methodList OutcomeViews
  methodMark tagFor textOf outputsOf anotherCard handleClose isSlow isDone onEnd onCancel exampleOf returnUrl onText BankField
  isWanted forget onSubmit isOpen maxBytes isShared onLeave onFile onSame`.split(/\s+/);

const SHORT = new Map(NAMES.map((name, index) => [name, `_${index.toString(36)}`]));

/**
 * A chunk with the short names.
 * @throws Error where a long name is a text too, which could name a member, or a short one is taken
 */
export function shortenNames(fileName, code) {
  const edits = [];
  const rename = ({ type, name, start, end }) => {
    if (type !== 'Identifier') return;
    if (/^_[\da-z]{1,2}$/.test(name)) throw new Error(`${fileName} has a member ${name} of its own.`);
    if (SHORT.has(name)) edits.push({ start, end, text: SHORT.get(name) });
  };
  const renameKey = ({ computed, shorthand, key }) => {
    if (computed) return;
    if (!shorthand) rename(key);
    else if (SHORT.has(key.name)) edits.push({ start: key.start, end: key.start, text: `${SHORT.get(key.name)}:` });
  };
  const refuseText = (text) => {
    if (SHORT.has(text)) throw new Error(`${fileName} has the text ${text}: take it off the list of short names.`);
  };
  const visitor = new Visitor({
    MemberExpression: ({ computed, property }) => computed || rename(property),
    Property: renameKey,
    MethodDefinition: renameKey,
    PropertyDefinition: renameKey,
    ExportSpecifier: ({ exported }) => rename(exported),
    Literal: ({ value }) => refuseText(value),
    // The minifier writes some texts as templates.
    TemplateElement: ({ value }) => refuseText(value.raw),
  });
  visitor.visit(parseSync(fileName, code).program);
  let short = '';
  let at = 0;
  for (const { start, end, text } of edits.sort((a, b) => a.start - b.start)) {
    short += code.slice(at, start) + text;
    at = end;
  }
  return short + code.slice(at);
}
