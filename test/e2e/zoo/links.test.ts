import { LINKS } from './animals/links.ts';
import { keepAnimals } from './keepAnimals.ts';

keepAnimals('links', LINKS);
