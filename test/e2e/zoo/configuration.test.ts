import { CONFIGURATION } from './animals/configuration.ts';
import { keepAnimals } from './keepAnimals.ts';

keepAnimals('configuration', CONFIGURATION);
