import type { FieldError } from '../../shared/errors.ts';
import { maxBytesOfField, mediaTypesOfField } from '../../shared/file-limits.ts';
import type { SubmitPayment } from '../../shared/contract/index.ts';
import type { ShopperField, MethodView } from '../../shared/contract/session-view.ts';
import type { SessionRecord } from '../store/index.ts';
import { brandOfBin, mayBeOfAllowedBrand } from '../risk/index.ts';
import { isMandatoryForCountry, GATEWAY_PAGE_METHOD } from '../sessions/index.ts';
import { offersSavedCards, type TokenCardOfSubmit } from '../saved-cards/index.ts';
import { findCardNumbersInSubmit } from '../context/index.ts';

const FILE_PATH = 'person.documents.file_data';

interface Submitted {
  session: SessionRecord;
  submit: SubmitPayment;
  method: MethodView;
  savedCard: TokenCardOfSubmit | undefined;
  /** The shop's own server submits, and no browser. */
  isByShop?: boolean;
}

/** The fields that a method requires and the submit lacks, and those that it has and the method does not take. */
export function findSubmitErrors(input: Submitted): FieldError[] {
  const { session, submit, method } = input;
  const faults = method.kind === 'card' ? findCardFaults(input) : findApmFaults(input);
  for (const field of method.fields) {
    const { path } = field;
    if (field.required && isBlank(submit, path) && isMandatoryForCountry(session, submit, path))
      faults.push(missing(path));
    if (path === FILE_PATH) faults.push(...findFileFaults(submit, field));
    if (field.choices !== undefined) faults.push(...findChoiceFaults(submit, field));
    if (field.document_types !== undefined) faults.push(...findDocumentFaults(submit, field.document_types));
  }
  faults.push(...findCardNumbersInSubmit(submit));
  return faults;
}

/** Whether one of a session's methods requires a file. */
export function hasFileField(methods: readonly MethodView[]): boolean {
  return methods.some((method) => method.fields.some((field) => field.path === FILE_PATH));
}

function findCardFaults({ session, submit, savedCard, method }: Submitted): FieldError[] {
  const faults: FieldError[] = [];
  if (submit.card !== undefined && !isOfBrands(method.brands, submit, savedCard)) {
    faults.push({ path: 'card.number', code: 'not_allowed', rule: 'a card of a brand that the session accepts' });
  }
  if (submit.card === undefined && submit.token_id === undefined) faults.push(missing('card'));
  if (submit.card !== undefined && submit.token_id !== undefined) faults.push(useless('token_id'));
  if (submit.person !== undefined) faults.push(useless('person'));
  if (submit.bank_code !== undefined) faults.push(useless('bank_code'));
  if (submit.save_card === true && submit.token_id !== undefined) faults.push(useless('save_card'));
  else if (submit.save_card === true && !offersSavedCards(session)) {
    faults.push({ path: 'save_card', code: 'not_allowed', rule: 'only where the session saves cards' });
  }
  return [...faults, ...findPlanFaults({ session, submit, savedCard })];
}

/** A plan has to be one of the session's, and for the card's brand: the chosen one, or what is known of it. */
function findPlanFaults({
  session,
  submit,
  savedCard,
}: Pick<Submitted, 'session' | 'submit' | 'savedCard'>): FieldError[] {
  if (submit.installments === undefined) return [];
  const plan = session.request.installments?.find((candidate) => candidate.id === submit.installments);
  if (plan === undefined) {
    return [{ path: 'installments', code: 'not_allowed', rule: 'one of the plans that the session offers' }];
  }
  if (isOfBrands(plan.brands, submit, savedCard)) return [];
  return [{ path: 'installments', code: 'not_allowed', rule: 'a plan for cards of this brand' }];
}

/** Whether the card is of one of the brands, by what the shopper chose or by its first digits; all where none are named. */
function isOfBrands(
  brands: readonly string[] | null | undefined,
  { card }: SubmitPayment,
  savedCard: TokenCardOfSubmit | undefined,
): boolean {
  if (brands === null || brands === undefined) return true;
  if (card?.brand !== undefined) return brands.includes(card.brand);
  return mayBeOfAllowedBrand(brands, savedCard?.brand ?? brandOfBin(card?.number.slice(0, 6) ?? ''));
}

function findApmFaults({ submit, method, isByShop = false }: Submitted): FieldError[] {
  // On the gateway's own page a token and a plan are the shop's to give: the browser that posts the form sees both.
  const isShops = (path: string): boolean =>
    isByShop && method.method === GATEWAY_PAGE_METHOD && (path === 'token_id' || path === 'installments');
  const unfit = (['card', 'token_id', 'security_code', 'save_card', 'installments'] as const).filter(
    (path) => submit[path] !== undefined && !isShops(path),
  );
  const faults = unfit.map(useless);
  if (method.banks.length > 0 && !method.banks.some((bank) => bank.code === submit.bank_code)) {
    faults.push({ path: 'bank_code', code: 'not_allowed', rule: 'one of the banks that the session offers' });
  }
  return faults;
}

/** A required file has to be whole base64, small enough, and of an accepted type. */
function findFileFaults(submit: SubmitPayment, field: ShopperField): FieldError[] {
  const { file_data: data = '', file_type: type } = submit.person?.documents ?? {};
  if (data === '') return [];
  const max = maxBytesOfField(field);
  const types = mediaTypesOfField(field);
  const faults: FieldError[] = [];
  const isBase64 = data.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(data);
  if (!isBase64) faults.push({ path: FILE_PATH, code: 'format', rule: 'base64 without spaces' });
  else if (Buffer.byteLength(data, 'base64') > max) {
    faults.push({ path: FILE_PATH, code: 'too_long', rule: `at most ${String(max)} bytes` });
  }
  if (type === undefined || !types.includes(type)) {
    faults.push({ path: 'person.documents.file_type', code: 'not_allowed', rule: `one of ${types.join(', ')}` });
  }
  return faults;
}

function findChoiceFaults(submit: SubmitPayment, { path, choices = [] }: ShopperField): FieldError[] {
  if (isBlank(submit, path) || choices.some(({ code }) => code === valueAt(submit, path))) return [];
  return [{ path, code: 'not_allowed', rule: `one of ${choices.map(({ code }) => code).join(', ')}` }];
}

function findDocumentFaults(submit: SubmitPayment, types: readonly string[]): FieldError[] {
  const type = submit.person?.document_type;
  if (type === undefined || types.includes(type)) return [];
  return [{ path: 'person.document_type', code: 'not_allowed', rule: `one of ${types.join(', ')}` }];
}

function missing(path: string): FieldError {
  return { path, code: 'required', rule: 'must be given' };
}

function useless(path: string): FieldError {
  return { path, code: 'not_allowed', rule: 'does not go with this method' };
}

function isBlank(submit: SubmitPayment, path: string): boolean {
  const value = valueAt(submit, path);
  return value === undefined || (typeof value === 'string' && value.trim() === '');
}

function valueAt(submit: SubmitPayment, path: string): unknown {
  let value: unknown = submit;
  for (const key of path.split('.')) value = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
