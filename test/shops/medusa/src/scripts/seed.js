// Regions, products and staff of the tests. Writes the keys that shoppers need to the file in SHOP.
const { writeFileSync } = require('node:fs');
const { ContainerRegistrationKeys, Modules, ProductStatus } = require('@medusajs/framework/utils');
const flows = require('@medusajs/medusa/core-flows');

const shop = JSON.parse(process.env.SHOP);
const PRODUCTS = [
  { title: 'Morning mug', sku: 'MUG-1', usd: 23.87, jpy: 1500, stock: 1_000_000 },
  { title: 'Linen towel', sku: 'TOWEL-1', usd: 34.5, jpy: 3800, stock: 1_000_000 },
  { title: 'Last vase', sku: 'VASE-1', usd: 60, jpy: 6600, stock: 1 },
];

async function seed({ container }) {
  const run = async (workflow, input) => (await workflow(container).run({ input })).result;
  const link = container.resolve(ContainerRegistrationKeys.LINK);
  const [store] = await container.resolve(Modules.STORE).listStores();
  const [channel] = await run(flows.createSalesChannelsWorkflow, { salesChannelsData: [{ name: 'Shop' }] });
  await run(flows.updateStoresWorkflow, {
    selector: { id: store.id },
    update: {
      supported_currencies: [{ currency_code: 'usd', is_default: true }, { currency_code: 'jpy' }],
      default_sales_channel_id: channel.id,
    },
  });
  const regions = await run(flows.createRegionsWorkflow, {
    regions: [
      { name: 'Germany', currency_code: 'usd', countries: ['de'], payment_providers: ['pp_tillgate_tillgate'] },
      { name: 'Japan', currency_code: 'jpy', countries: ['jp'], payment_providers: ['pp_tillgate_tillgate'] },
    ],
  });
  const [location] = await run(flows.createStockLocationsWorkflow, {
    locations: [{ name: 'Store room', address: { city: 'Berlin', country_code: 'DE', address_1: '' } }],
  });
  await link.create({
    [Modules.STOCK_LOCATION]: { stock_location_id: location.id },
    [Modules.FULFILLMENT]: { fulfillment_provider_id: 'manual_manual' },
  });
  const fulfillment = container.resolve(Modules.FULFILLMENT);
  const [profile] = await run(flows.createShippingProfilesWorkflow, { data: [{ name: 'Default', type: 'default' }] });
  const set = await fulfillment.createFulfillmentSets({
    name: 'Delivery',
    type: 'shipping',
    service_zones: [
      {
        name: 'World',
        geo_zones: [
          { country_code: 'de', type: 'country' },
          { country_code: 'jp', type: 'country' },
        ],
      },
    ],
  });
  await link.create({
    [Modules.STOCK_LOCATION]: { stock_location_id: location.id },
    [Modules.FULFILLMENT]: { fulfillment_set_id: set.id },
  });
  await run(flows.createShippingOptionsWorkflow, [
    {
      name: 'Parcel',
      price_type: 'flat',
      provider_id: 'manual_manual',
      service_zone_id: set.service_zones[0].id,
      shipping_profile_id: profile.id,
      type: { label: 'Parcel', description: 'Parcel', code: 'parcel' },
      prices: [
        { currency_code: 'usd', amount: 4.83 },
        { currency_code: 'jpy', amount: 500 },
      ],
      rules: [],
    },
  ]);
  await run(flows.linkSalesChannelsToStockLocationWorkflow, { id: location.id, add: [channel.id] });
  const [key] = await run(flows.createApiKeysWorkflow, {
    api_keys: [{ title: 'Storefront', type: 'publishable', created_by: '' }],
  });
  await run(flows.linkSalesChannelsToApiKeyWorkflow, { id: key.id, add: [channel.id] });
  await run(flows.createProductsWorkflow, {
    products: PRODUCTS.map(({ title, sku, usd, jpy }) => ({
      title,
      status: ProductStatus.PUBLISHED,
      shipping_profile_id: profile.id,
      options: [{ title: 'Size', values: ['One'] }],
      variants: [
        {
          title: 'One',
          sku,
          options: { Size: 'One' },
          prices: [
            { amount: usd, currency_code: 'usd' },
            { amount: jpy, currency_code: 'jpy' },
          ],
        },
      ],
      sales_channels: [{ id: channel.id }],
    })),
  });
  const inventory = await container.resolve(Modules.INVENTORY).listInventoryItems({});
  await run(flows.createInventoryLevelsWorkflow, {
    inventory_levels: inventory.map(({ id, sku }) => ({
      location_id: location.id,
      inventory_item_id: id,
      stocked_quantity: PRODUCTS.find((product) => product.sku === sku).stock,
    })),
  });
  await createStaff(container);
  writeFileSync(
    shop.seedFile,
    JSON.stringify({
      key: key.token,
      regions: Object.fromEntries(regions.map((region) => [region.currency_code, region.id])),
    }),
  );
}

async function createStaff(container) {
  const { authIdentity } = await container.resolve(Modules.AUTH).register('emailpass', {
    body: { email: 'owner@shop.example', password: shop.password },
  });
  const user = await container.resolve(Modules.USER).createUsers({ email: 'owner@shop.example' });
  await container
    .resolve(Modules.AUTH)
    .updateAuthIdentities({ id: authIdentity.id, app_metadata: { user_id: user.id } });
}

module.exports = { default: seed };
