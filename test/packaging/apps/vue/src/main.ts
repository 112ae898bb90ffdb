import 'tillgate/widget';
import { createApp } from 'vue';
import Shop from './Shop.vue';

const [session = '', server = ''] = location.hash.slice(1).split(',');
createApp(Shop, { session, server }).mount('#shop');
