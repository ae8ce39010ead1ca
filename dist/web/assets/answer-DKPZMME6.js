import{Q as a,R as b,S as c,T as d}from"./chunk-6NCOOONG.js";import"./chunk-XGTDYCHQ.js";export{a as Answer,b as Sources,d as addressOfPlace,c as pointAt};
