import{S as a,T as b,U as c,V as d}from"./chunk-NWD3SPEH.js";import"./chunk-2VWUR5N2.js";export{a as Answer,b as Sources,d as addressOfPlace,c as pointAt};
