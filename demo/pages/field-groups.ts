/** The fields of a request or notification that belong together. */
export interface FieldGroup {
  title: string;
  fields: readonly (readonly [string, unknown])[];
}

/** The first group whose pattern fits takes a field; the order takes the others. */
const GROUPS = [
  { title: 'Account and digest', names: /^(merchant_id|account_id|encryption_data)$/ },
  { title: 'Card', names: /^(card|card_.*|expiration_.*|security_code|token_id|token_.*|challenge_window_size)$/ },
  {
    title: 'Device',
    names:
      /^(device_.*|.*cookie.*|user_agent|browser.*|accept|session_id|platform_source|shopper_ip|java_.*|color_.*|screen_.*|time_?zone.*|language)$/,
  },
  { title: 'Shopper', names: /^(shopper_.*|first_name|last_name|billing_.*|delivery_.*|person.*)$/ },
  { title: 'Order', names: /^/ },
] as const;

/** In the order in which a reader asks for them. */
const TITLES = ['Account and digest', 'Order', 'Shopper', 'Device', 'Card'] as const;

/** Groups the fields that are not empty by their subject. */
export function groupFields(fields: Readonly<Record<string, unknown>>): FieldGroup[] {
  const given = Object.entries(fields).filter(([, value]) => value !== '');
  const titleOf = (name: string): string | undefined => GROUPS.find(({ names }) => names.test(name))?.title;
  return TITLES.map((title) => ({ title, fields: given.filter(([name]) => titleOf(name) === title) })).filter(
    ({ fields: own }) => own.length > 0,
  );
}
