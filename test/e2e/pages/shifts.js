// Hands the element a session of the kind that the address names; one that takes its time.
const view = await (await fetch('/checkout/session')).json();
const card = view.methods[0];
const email = { path: 'shopper.email', required: true };
const bank = {
  method: 'bank',
  kind: 'redirect',
  label: 'Bank transfer',
  brands: null,
  banks: [{ code: 'B1', name: 'Bank One' }],
  fields: [email],
};
const KINDS = {
  card: {},
  asked: { methods: [{ ...card, fields: [email, { path: 'shopper.phone', required: true }] }] },
  methods: { methods: [{ ...card, fields: [email] }, bank, { ...bank, method: 'wallet', label: 'Wallet' }] },
  plans: { installments: [{ id: '3', count: 3 }] },
};
const session = { ...view, ...KINDS[location.hash.slice(1)] };
const element = document.querySelector('tillgate-checkout');
element.fetcher = async () => {
  await new Promise((resolve) => setTimeout(resolve, 500));
  return new Response(JSON.stringify(session), { headers: { 'content-type': 'application/json' } });
};
element.session = 'tgs_shifts';
