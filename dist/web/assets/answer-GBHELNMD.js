import{W as a,X as b,Y as c,Z as d}from"./chunk-2WNLLGX2.js";import"./chunk-XK7ZFDNY.js";export{a as Answer,b as Sources,d as addressOfPlace,c as pointAt};
